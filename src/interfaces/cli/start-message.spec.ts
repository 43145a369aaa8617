import { expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/index.js';
import { chatWith, describeStart } from './start-message.js';

it('names the address of a service in the chat command where chat does not look there by itself', () => {
  expect(chatWith('http://127.0.0.1:3000')).toBe('chat');
  expect(chatWith('http://127.0.0.1:4000')).toBe('chat --url http://127.0.0.1:4000');
  expect(chatWith('http://10.0.0.5:3000', '10.0.0.5')).toBe('chat --url http://10.0.0.5:3000');
});

it.each([
  [{}, 'chat', false, ''],
  [{ 'security.conversation-api-key': 'c' }, 'chat', false, ''],
  [{ 'security.conversation-api-key': 'c' }, 'chat --url http://a:1', false, ' --api-key YOUR-KEY'],
  [{ 'security.admin-api-key': 'a' }, 'chat', false, ' --api-key YOUR-KEY'],
  [{}, 'chat', true, ' --api-key YOUR-KEY'],
])('suggests commands with a key where one is needed: %j %s', (keys, chat, hasKeys, key) => {
  const overrides = Object.fromEntries(Object.entries(keys).map(([name, value]) => [`convengine.${name}`, value]));
  const { config } = loadConfig({ env: {}, overrides });
  const text = describeStart({ config, database: 'SQLite', intents: 3, hasKeys }, { url: 'http://a:1', chat });
  expect(text).toContain(`  npx convengine ${chat}${key}\n`);
  expect(text.includes("-H 'X-API-KEY: YOUR-KEY'")).toBe(hasKeys || Object.keys(keys).length > 0);
});

it.each([
  ['loaded', '3 intents, just loaded from the demo pack', 'cancel my order 7017'],
  ['there', '3 intents', 'cancel my order 7017'],
  ['left-out', '3 intents; the rows of the demo pack were left out, as they go into an empty database alone', 'hello'],
  [undefined, '3 intents', 'hello'],
] as const)('suggests a message that the rows know, with the demo pack %s', (demoRows, flows, message) => {
  const engine = { config: loadConfig({ env: {} }).config, database: 'SQLite', intents: 3, hasKeys: false };
  const text = describeStart(
    { ...engine, ...(demoRows && { demoRows }) },
    { url: 'http://127.0.0.1:3000', chat: 'chat' },
  );
  expect(text.split('\n').find((line) => line.startsWith('  Flows'))).toBe(`  Flows     ${flows}`);
  expect(text).toContain(`-d '{"message":"${message}"}'`);
});
