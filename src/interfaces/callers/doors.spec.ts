import { describe, expect, it } from 'vitest';
import { hasAnyKey, loadConfig } from '../../platform/config/index.js';
import { describeDoors } from './doors.js';

const configured = (keys: Record<string, unknown>) =>
  loadConfig({
    env: {},
    directory: '/nonexistent',
    overrides: Object.fromEntries(Object.entries(keys).map(([key, value]) => [`convengine.${key}`, value])),
  }).config;

const ADMIN = { 'security.admin-api-key': 'a' };
const CONVERSATION = { 'security.conversation-api-key': 'c' };
const CLIENT = { 'mcp.server.clients': { desk: { key: 'env:DESK' } } };
const OFF = { 'mcp.server.enabled': false };

const CHAT_CLOSED = 'conversations closed until a key is made ("convengine keys create")';
const CHAT_KEY = 'conversations need a key';
const TOOLS_CLOSED = 'tools over MCP and REST closed (convengine.mcp.server.clients)';
const TOOLS_KEY = 'tools over MCP and REST need a key';
const TOOLS_OFF = 'tools over MCP and REST switched off';

describe('the doors', () => {
  it.each([{}, OFF])('stand open where there is no key of any kind: %j', (keys) => {
    const config = configured(keys);
    expect([hasAnyKey(config), config.http.host]).toEqual([false, '127.0.0.1']);
    expect(describeDoors(config)).toBe(
      'none: whoever reaches this service can talk and use tools (convengine.security)',
    );
  });

  it.each([
    [ADMIN, CHAT_CLOSED, TOOLS_CLOSED],
    [CONVERSATION, CHAT_KEY, TOOLS_KEY],
    [CLIENT, CHAT_CLOSED, TOOLS_KEY],
    [{ ...ADMIN, ...CONVERSATION }, CHAT_KEY, TOOLS_KEY],
    [{ ...ADMIN, ...CLIENT }, CHAT_CLOSED, TOOLS_KEY],
    [{ ...CONVERSATION, ...CLIENT }, CHAT_KEY, TOOLS_KEY],
    [{ ...ADMIN, ...CONVERSATION, ...CLIENT }, CHAT_KEY, TOOLS_KEY],
    [{ ...ADMIN, ...OFF }, CHAT_CLOSED, TOOLS_OFF],
    [{ ...CONVERSATION, ...OFF }, CHAT_KEY, TOOLS_OFF],
    [{ ...CLIENT, ...OFF }, CHAT_CLOSED, TOOLS_OFF],
  ])('are closed to those without one once there is any: %j', (keys, chat, tools) => {
    const config = configured(keys);
    expect([hasAnyKey(config), config.http.host]).toEqual([true, '0.0.0.0']);
    expect(describeDoors(config)).toBe(`${chat}; ${tools}`);
  });

  it('are at the address that is named, with keys and without', () => {
    expect(configured({ 'http.host': '0.0.0.0' }).http.host).toBe('0.0.0.0');
    expect(configured({ ...ADMIN, 'http.host': '127.0.0.1' }).http.host).toBe('127.0.0.1');
  });
});
