// The HTTP_API examples of docs/tools.md: `npm run docs` copies the regions, and documents.spec.ts runs them.
import type {
  HttpApiApiProcessorToolHandler,
  HttpApiRequestingToolHandler,
  HttpApiResponseMapper,
  RestWebServiceHandler,
  ToolHandler,
} from '../../src/app/index.js';

const ORDERS_URL = process.env.ORDERS_URL ?? 'https://orders.example.com';

// #region plain
/** `ce_mcp_tool`: tool_code 'crm.lookup', tool_group 'HTTP_API'. */
export const crmLookup: ToolHandler = {
  kind: 'tool',
  toolCode: 'crm.lookup',
  sideEffect: 'READ',
  async execute({ arguments: { customerId }, signal }) {
    const response = await fetch(`${ORDERS_URL}/customers/${encodeURIComponent(String(customerId))}`, { signal });
    if (!response.ok) throw new Error(`the customer service answered ${response.status}`);
    return response.json();
  },
};
// #endregion

// #region request
/** A constant: `{{orderId}}` is the call's argument, in the address encoded. */
export const orderStatus: HttpApiRequestingToolHandler = {
  kind: 'http-api-request',
  toolCode: 'order.status.api',
  sideEffect: 'READ',
  requestSpec: {
    url: `${ORDERS_URL}/orders/{{orderId}}`,
    auth: { type: 'API_KEY', headerName: 'X-API-KEY', secret: 'env:ORDERS_API_KEY' },
    responseMapping: {
      mode: 'FIELD_TEMPLATE',
      fields: { orderId: '$.data.orderId', status: '$.data.status', eta: '$.data.eta' },
    },
  },
};
// #endregion

// #region write
/** A function: what it returns is sent as it is. The server knows `Idempotency-Key`, so it may be sent again. */
export const orderCancel: HttpApiRequestingToolHandler = {
  kind: 'http-api-request',
  toolCode: 'order.cancel',
  requestSpec: ({ arguments: { reason }, conversationId }) => ({
    method: 'POST',
    url: `${ORDERS_URL}/orders/{{orderId}}/cancel`,
    headers: { 'X-Conversation': conversationId },
    body: { reason },
    auth: { type: 'BEARER_STATIC', secret: 'env:ORDERS_TOKEN' },
    policy: { readTimeoutMs: 8_000, maxAttempts: 3 },
    idempotent: true,
  }),
};
// #endregion

// #region processor
const ratings: RestWebServiceHandler<{ customerId: string }, { mapped: unknown }> = {
  prepareRequest: ({ call }) => ({ customerId: String(call.arguments.customerId) }),
  delegate: { invoke: (body, { send }) => send({ method: 'POST', url: `${ORDERS_URL}/ratings`, body }) },
  processResponse({ mapped }, context) {
    context.mappedResponse = mapped;
  },
};

export const creditRating: HttpApiApiProcessorToolHandler = {
  kind: 'http-api-processor',
  toolCode: 'loan.credit.rating.check',
  sideEffect: 'READ',
  wsHandler: () => ratings,
  responseMapperClass: () => 'LoanRating',
};
// #endregion

// #region mapper
export const loanRating: HttpApiResponseMapper = {
  kind: 'response-mapper',
  name: 'LoanRating',
  map(document) {
    const { rating } = document as { rating?: number };
    if (typeof rating !== 'number') throw new Error('no rating');
    return { rating, isGood: rating > 750 };
  },
};
// #endregion
