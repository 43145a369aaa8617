import { expect, it } from 'vitest';
import { chatWith } from './start-message.js';

it('names the address of a service in the chat command where chat does not look there by itself', () => {
  expect(chatWith('http://127.0.0.1:3000')).toBe('chat');
  expect(chatWith('http://127.0.0.1:4000')).toBe('chat --url http://127.0.0.1:4000');
  expect(chatWith('http://10.0.0.5:3000', '10.0.0.5')).toBe('chat --url http://10.0.0.5:3000');
});
