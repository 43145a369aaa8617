import { beforeEach, describe, expect, it } from 'vitest';
import { asHandler } from '../../../src/platform/handlers-api/handler-shape.js';
import type {
  ApiProcessorContext,
  Handler,
  HttpApiApiProcessorToolHandler,
  RestWebServiceHandler,
} from '../../../src/platform/handlers-api/index.js';
import { json, reset } from '../../helpers/upstream.js';
import { serveHttpTools, TOOL_CODE } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
beforeEach(() => upstream.behave(json({ data: { rating: 740 } })));

describe('the handler of an HTTP_API tool', () => {
  const plain = (toolCode: string): Handler => ({ kind: 'tool', toolCode, execute: () => 'plain' });
  const request = (toolCode: string): Handler => ({
    kind: 'http-api-request',
    toolCode,
    sideEffect: 'READ',
    requestSpec: { url: upstream.url },
  });
  const adapter: Handler = { kind: 'tool-group', toolGroup: 'HTTP_API', execute: () => 'adapter' };

  it('is found by code in any case, before the adapter of the group; what has none goes to the adapter', async () => {
    const made = tools().add(plain('Plain.Tool '), request('REQUEST.tool'), adapter);
    expect(await made.run({ toolCode: 'plain.tool' })).toEqual({ text: 'plain' });
    expect(await made.run({ toolCode: 'request.TOOL' })).toMatchObject({ mapped: { data: { rating: 740 } } });
    expect(await made.run({ toolCode: 'other.tool' })).toEqual({ text: 'adapter' });
  });

  it('that is missing, with no adapter, is told in the contract’s words', async () => {
    await expect(tools().add().run({ toolCode: 'crm.lookup' })).rejects.toThrow(
      'No HttpApiToolHandler or HttpApiExecutorAdapter configured for tool_code=CRM.LOOKUP',
    );
  });

  it('is one for each code, of whichever style', () => {
    const made = tools().add(plain('crm.lookup'));
    expect(() => made.add(request('CRM.Lookup'))).toThrow(
      'Two handlers of kind "tool" and "http-api-request" are called "CRM.Lookup".',
    );
  });

  it.each([
    [{ kind: 'http-api-request', toolCode: 'a' }, 'needs "requestSpec" as an object with a url or a function'],
    [{ kind: 'http-api-request', toolCode: 'a', requestSpec: {} }, 'needs "requestSpec"'],
    [{ kind: 'http-api-processor', toolCode: 'a' }, 'needs a function "wsHandler"'],
    [{ kind: 'response-mapper', name: 'a' }, 'needs a function "map"'],
  ])('of the wrong shape is refused: %j', (handler, problem) => {
    expect(asHandler(handler)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('an api-processor tool', () => {
  /** Asks for a rating by a request that the engine sends. */
  const ratings: RestWebServiceHandler<{ customerId: string }, { mapped: unknown }> = {
    prepareRequest: ({ call }) => ({ customerId: String(call.arguments.customerId) }),
    delegate: {
      invoke: (body, { send }) => send({ method: 'POST', url: `${upstream.url}/ratings`, body }),
    },
    processResponse: ({ mapped }, context) => {
      context.mappedResponse = (mapped as { data: unknown }).data;
    },
  };
  const processor = (more: Partial<HttpApiApiProcessorToolHandler> = {}): HttpApiApiProcessorToolHandler => ({
    kind: 'http-api-processor',
    toolCode: TOOL_CODE,
    sideEffect: 'READ',
    wsHandler: () => ratings,
    ...more,
  });

  it('prepares, invokes and processes in this order, and answers what was mapped', async () => {
    expect(
      await tools()
        .add(processor())
        .run({ args: { customerId: 'C1' } }),
    ).toEqual({ rating: 740 });
    expect(upstream.requests).toMatchObject([{ method: 'POST', url: '/ratings', body: '{"customerId":"C1"}' }]);
  });

  it('answers what extractResponse takes, else what was mapped, else what the delegate returned, else {}', async () => {
    const web = (response: unknown, mapped?: unknown): RestWebServiceHandler => ({
      prepareRequest: () => null,
      delegate: { invoke: () => response },
      processResponse: (_response, context) => {
        context.mappedResponse = mapped;
      },
    });
    const answers = [
      processor({ wsHandler: () => web('raw', 'mapped'), extractResponse: ({ rawResponse }) => rawResponse }),
      processor({ wsHandler: () => web('raw', { a: 1 }) }),
      processor({ wsHandler: () => web([1]) }),
      processor({ wsHandler: () => web(undefined) }),
    ];
    const results = await Promise.all(answers.map((handler) => tools().add(handler).run()));
    expect(results).toEqual([{ text: 'raw' }, { a: 1 }, [1], {}]);
  });

  it('goes through its response mapper', async () => {
    const mapper: Handler = { kind: 'response-mapper', name: 'Rating', map: (document) => ({ mapped: document }) };
    const made = tools().add(processor({ responseMapperClass: () => 'rating' }), mapper);
    expect(await made.run()).toEqual({ mapped: { rating: 740 } });
    const missing = tools().add(processor({ responseMapperClass: () => 'Nobody' }));
    await expect(missing.run()).rejects.toThrow('Failed to map HTTP_API response using mapperClassName=Nobody');
  });

  it('without a web handler is told in the contract’s words', async () => {
    await expect(
      tools()
        .add(processor({ wsHandler: () => null as never }))
        .run(),
    ).rejects.toThrow('HTTP_API api-processor wsHandler cannot be null for tool_code=a.b');
  });

  it('whose answer is no JSON is told in the contract’s words', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    await expect(
      tools()
        .add(processor({ extractResponse: () => cycle }))
        .run(),
    ).rejects.toThrow('Failed to serialize HTTP_API tool response');
  });

  it('sends under the same policy as other tools: a write once, with its key', async () => {
    upstream.behave(reset);
    const made = tools().add(processor({ sideEffect: 'WRITE' }));
    await expect(made.run({ idempotencyKey: 'k-1' })).rejects.toMatchObject({ mayHaveHappened: true });
    expect(upstream.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1']);
  });

  it.each([
    ['the delegate', { delegate: { invoke: () => Promise.reject(new Error('lost')) } }, true],
    ['what comes after it', { processResponse: () => Promise.reject(new Error('lost')) }, true],
    ['what comes before it', { prepareRequest: () => Promise.reject(new Error('lost')) }, false],
    [
      'an address that is refused',
      { delegate: { invoke: (_: unknown, { send }: ApiProcessorContext) => send({ url: 'http://127.0.0.1:1' }) } },
      false,
    ],
  ])('that writes says whether it may have been done when it fails in %s', async (_where, part, mayHaveHappened) => {
    const web = { ...ratings, ...part } as RestWebServiceHandler;
    const made = tools().add(processor({ sideEffect: 'WRITE', wsHandler: () => web }));
    await expect(made.run({ idempotencyKey: 'k-1' })).rejects.toMatchObject({ name: 'ToolError', mayHaveHappened });
  });

  it('is not invoked for a call that was cancelled while it was prepared', async () => {
    const controller = new AbortController();
    const web = { ...ratings, prepareRequest: async () => controller.abort(new Error('cancelled')) };
    const made = tools().add(processor({ wsHandler: () => web as never }));
    await expect(made.run({ signal: controller.signal })).rejects.toThrow('cancelled');
    expect(upstream.requests).toEqual([]);
  });
});
