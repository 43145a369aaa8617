import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { connect, REVISIONS } from '../mcp/connect.js';
import type { ReceivedSpan } from './collector.js';
import { PERSONAL, TracedService } from './traced-service.js';

const INTERNAL = 1;
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

/** The trace of a caller. */
function newTrace() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

describeOnEachDatabase('a service that a collector is told of', (open) => {
  let service: TracedService;
  beforeAll(async () => {
    service = await TracedService.start(await open(), true, {
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
  });
  afterAll(() => service.close());

  const ask = async (conversationId: string) =>
    service.say('please', {
      conversationId,
      inputParams: { customer: PERSONAL, tool_request: { tool_code: 'acme_cancel', args: { id: 7, name: PERSONAL } } },
    });
  /** Waits until the trace has a span of that name. */
  const spansUntil = async (traceId: string, name: string): Promise<ReceivedSpan[]> => {
    await expect.poll(() => service.collector.trace(traceId).map((span) => span.name)).toContain(name);
    return service.collector.trace(traceId);
  };

  it('tells one trace of a request, its turn, the tool and the webhook, which both go on with it', async () => {
    const { traceId, spanId, traceparent } = newTrace();
    const conversationId = randomUUID();
    await ask(conversationId);
    service.shop.behave((response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    const done = await service.say('yes', { conversationId }, { traceparent, baggage: `name=${PERSONAL}` });
    expect(done.state).toBeDefined();
    await expect.poll(() => service.webhook.names(conversationId)).toEqual(['OPEN', 'IN_PROGRESS', 'EXECUTED']);
    await expect.poll(() => service.collector.trace(traceId).filter(({ name }) => name === 'webhook')).toHaveLength(2);
    const spans = await spansUntil(traceId, 'POST /api/v1/conversation/message');
    const named = (name: string) => spans.find((span) => span.name === name);
    const parentOf = (span: ReceivedSpan | undefined) => spans.find((other) => other.spanId === span?.parentSpanId);
    const path = (span: ReceivedSpan | undefined): string[] => (span ? [...path(parentOf(span)), span.name] : []);

    const request = named('POST /api/v1/conversation/message');
    expect(request).toMatchObject({ parentSpanId: spanId, kind: SERVER });
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v1/conversation/message',
      'http.response.status_code': 200,
    });
    expect(named('turn')?.attributes).toMatchObject({
      'gen_ai.conversation.id': conversationId,
      'convengine.turn': 2,
      'convengine.act': 'AFFIRM',
    });
    const tool = named('execute_tool acme_cancel');
    expect(tool).toMatchObject({ kind: INTERNAL, status: 0 });
    expect(tool?.attributes).toMatchObject({ 'gen_ai.operation.name': 'execute_tool', 'convengine.tool.writes': true });
    const exchange = named('POST');
    expect(exchange).toMatchObject({ kind: CLIENT });
    expect(path(exchange)).toEqual([
      'POST /api/v1/conversation/message',
      'turn',
      expect.stringMatching(/^step /),
      'action acme_cancel',
      'execute_tool acme_cancel',
      'POST',
    ]);
    expect(path(named('claim')).slice(-2)).toEqual(['action acme_cancel', 'claim']);
    expect(path(spans.find(({ attributes }) => 'db.query.summary' in attributes))).toContain('turn');
    for (const webhook of spans.filter(({ name }) => name === 'webhook')) {
      expect(path(webhook)[0]).toBe('POST /api/v1/conversation/message');
    }

    const sent = service.shop.requests.at(-1)?.headers;
    expect(sent?.traceparent).toBe(`00-${traceId}-${exchange?.spanId}-01`);
    expect(sent?.baggage).toBeUndefined();
    const delivered = service.webhook.about(conversationId).at(-1);
    expect(String(delivered?.headers.traceparent)).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(Object.keys(delivered?.event ?? {})).not.toContain('_trace');
    expect(service.collector.resource).toMatchObject({
      'service.name': 'convengine',
      'deployment.environment.name': 'test',
    });
    expect(service.collector.raw).not.toContain(PERSONAL);
  });

  it('begins a trace of its own where the caller brings none, or something else', async () => {
    const conversationId = randomUUID();
    await service.say('hello', { conversationId }, { traceparent: 'nonsense' });
    const own = () =>
      service.collector.spans.find(({ attributes }) => attributes['gen_ai.conversation.id'] === conversationId);
    await expect.poll(own).toMatchObject({ name: 'turn', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('tells what a failed request failed by, and nothing of its words', async () => {
    const { traceId, traceparent } = newTrace();
    service.shop.behave((response) => response.writeHead(400).end(PERSONAL));
    const conversationId = randomUUID();
    await ask(conversationId);
    await service.say('yes', { conversationId }, { traceparent });
    const spans = await spansUntil(traceId, 'POST /api/v1/conversation/message');
    const exchange = spans.find(({ name }) => name === 'POST');
    expect(exchange).toMatchObject({ status: ERROR, attributes: { 'error.type': '400' } });
    expect(spans.find(({ name }) => name === 'execute_tool acme_cancel')).toMatchObject({ status: ERROR });
    expect(service.collector.raw).not.toContain(PERSONAL);
  });

  for (const revision of REVISIONS) {
    it(`goes on with the trace in _meta of a tool call over MCP ${revision}, and hands it to the other server`, async () => {
      const { traceId, spanId, traceparent } = newTrace();
      const { client } = await connect(service.url, { revision });
      const said = await expect
        .poll(async () => (await client.listTools()).tools.map(({ name }) => name))
        .toContain('other.echo')
        .then(() => client.callTool({ name: 'other.echo', arguments: { text: 'hi' }, _meta: { traceparent } }));
      await client.close();
      const spans = await spansUntil(traceId, 'tools/call other.echo');
      const named = (name: string) => spans.find((span) => span.name === name);
      const server = named('tools/call other.echo');
      expect(server).toMatchObject({ parentSpanId: spanId, kind: SERVER });
      expect(server?.attributes).toMatchObject({
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'other.echo',
        'gen_ai.operation.name': 'execute_tool',
      });
      expect(server?.links).toHaveLength(1);
      expect(named('execute_tool other.echo')?.parentSpanId).toBe(server?.spanId);
      const call = named('tools/call echo');
      expect(call).toMatchObject({ kind: CLIENT, parentSpanId: named('execute_tool other.echo')?.spanId });
      expect(said.structuredContent).toEqual({ echo: 'hi', traceparent: `00-${traceId}-${call?.spanId}-01` });
    });
  }

  it('sends its metrics there as well', async () => {
    await expect.poll(() => [...service.collector.metrics.keys()]).toContain('convengine.turns');
    expect([...service.collector.metrics.keys()]).toEqual(
      expect.arrayContaining(['convengine.turn.duration', 'convengine.tool.duration', 'convengine.actions']),
    );
  });

  it('sends the last of it when it ends', async () => {
    const { traceId, traceparent } = newTrace();
    await service.say('hello', { conversationId: randomUUID() }, { traceparent });
    expect(await service.end()).toBe(0);
    expect(service.collector.trace(traceId).map(({ name }) => name)).toContain('POST /api/v1/conversation/message');
  });
});
