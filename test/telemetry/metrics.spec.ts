import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { freePort } from '../helpers/free-port.mjs';
import { complaintsAbout, hasPromtool } from './promtool.js';
import { TracedService } from './traced-service.js';

/** The series of one metric, by their labels as they are written. */
function seriesOf(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => {
      const [series = '', value] = line.split(/ (?=\S+$)/);
      return [series.slice(name.length), Number(value)];
    }),
  );
}

describeOnEachDatabase('the metrics', (open) => {
  let service: TracedService;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    service = await TracedService.start(await open(), false, {
      CONVENGINE_METRICS_PORT: String(port),
      CONVENGINE_SECURITY_ADMIN_API_KEY: 'admin-key-of-the-test',
      CONVENGINE_SECURITY_CONVERSATION_API_KEY: 'conversation-key-of-the-test',
    });
  });
  afterAll(() => service.close());

  const scrape = async (key = 'admin-key-of-the-test') =>
    fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const say = (message: string, body = {}, key = 'conversation-key-of-the-test') =>
    service.say(message, body, { authorization: `Bearer ${key}` });

  it('count a scripted conversation exactly', async () => {
    const first = randomUUID();
    const second = randomUUID();
    const inputParams = { tool_request: { tool_code: 'acme_cancel', args: { id: 7, name: 'x' } } };
    await say('please', { conversationId: first, inputParams });
    await say('yes', { conversationId: first });
    await say('please', { conversationId: second, inputParams });
    await say('no', { conversationId: second });
    await say('hello', { conversationId: second }, 'wrong-key');
    await say('x'.repeat(10_000), { conversationId: second });
    await expect.poll(() => service.webhook.received.length).toBe(5);
    // What the last delivery came to is counted right behind it.
    await expect
      .poll(async () => seriesOf(await (await scrape()).text(), 'convengine_webhook_deliveries_total'))
      .toEqual({ '{outcome="DELIVERED"}': 5 });
    const text = await (await scrape()).text();
    expect(seriesOf(text, 'convengine_turns_total')).toEqual({ '{kind="CHAT",outcome="ANSWERED"}': 4 });
    expect(seriesOf(text, 'convengine_turn_duration_seconds_count')).toEqual({ '{kind="CHAT"}': 4 });
    expect(seriesOf(text, 'convengine_acts_total')).toMatchObject({ '{act="AFFIRM"}': 1, '{act="NEGATE"}': 1 });
    expect(seriesOf(text, 'convengine_action_events_total')).toEqual({
      '{event="OPEN"}': 2,
      '{event="IN_PROGRESS"}': 1,
      '{event="EXECUTED"}': 1,
      '{event="REJECTED"}': 1,
    });
    expect(seriesOf(text, 'convengine_tool_duration_seconds_count')).toEqual({
      '{group="HTTP_API",outcome="OK"}': 1,
    });
    expect(seriesOf(text, 'convengine_refusals_total')).toEqual({
      '{code="UNAUTHORIZED"}': 1,
      '{code="REQUEST_TOO_LARGE"}': 1,
    });
    expect(seriesOf(text, 'convengine_actions')).toEqual({
      '{status="open"}': 0,
      '{status="held"}': 0,
      '{status="awaiting_approval"}': 0,
      '{status="expiring_soon"}': 0,
    });
    expect(seriesOf(text, 'convengine_database_up')).toEqual({ '': 1 });
    expect(seriesOf(text, 'convengine_turns_in_progress')).toEqual({ '': 0 });
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain(first);
    if (hasPromtool) expect(await complaintsAbout(text)).toBe('');
  });

  it('need a key of those who may read them, and none on the port of their own', async () => {
    expect((await scrape()).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await scrape('conversation-key-of-the-test')).status).toBe(401);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
    const own = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(own.status).toBe(200);
    expect(await own.text()).toContain('convengine_turns_total');
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/conversations`)).status).toBe(404);
  });
});
