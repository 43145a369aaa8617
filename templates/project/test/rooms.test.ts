import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';

const CLI = 'node_modules/convengine/dist/src/app/cli.js';
const folder = mkdtempSync(join(tmpdir(), '{{name}}-'));
const env = { ...process.env, DATABASE_URL: `sqlite:${join(folder, 'test.sqlite')}`, LOG_LEVEL: 'silent' };
let service: ReturnType<typeof spawn>;
let url = '';

before(async () => {
  execFileSync(process.execPath, [CLI, 'seed', 'flows/rooms.sql'], { env });
  service = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--host', '127.0.0.1'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert(service.stdout);
  for await (const line of createInterface({ input: service.stdout })) {
    url = /http:\/\/\S+:\d+/.exec(line)?.[0] ?? '';
    if (url !== '') break;
  }
  service.stdout.resume();
});
after(() => {
  service.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  service.kill();
});

async function say(message: string, conversationId?: string): Promise<{ id: string; text: string; state: string }> {
  const response = await fetch(`${url}/api/v1/conversation/message`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${process.env.CONVENGINE_SECURITY_CONVERSATION_API_KEY ?? ''}`,
    },
    body: JSON.stringify({ message, conversationId }),
  });
  const { conversationId: id, payload, state } = await response.json();
  return { id, text: payload.value, state };
}

test('a room is booked after a yes to exactly this room and time', async () => {
  const asked = await say('book room 12');
  assert.equal(asked.text, 'I still need: hours.');
  assert.equal((await say('3 hours', asked.id)).text, 'Shall I book room 12 for 3 hours?');
  assert.match((await say('yes please', asked.id)).text, /^Room 12 is booked: R12-3-[0-9a-f]{8}\.$/);
});

test('nothing is booked after a no', async () => {
  const { id } = await say('book room 12 for 3 hours');
  assert.notEqual((await say('no', id)).state, 'BOOKED');
});
