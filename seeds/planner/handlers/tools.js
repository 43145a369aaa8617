/** What the planner pack's tools answer, to try its flows: by the last digit of an order, and by the name of a customer. */

/**
 * @param {string} toolCode
 * @param {'READ' | 'WRITE'} sideEffect
 * @param {(args: Record<string, unknown>) => unknown} answer
 */
const tool = (toolCode, sideEffect, answer) => ({
  kind: 'tool',
  toolCode,
  sideEffect,
  /** @param {import('convengine').ToolCall} call */
  execute: ({ arguments: args }) => answer(args),
});

const RATINGS = { 'CUST-LOW': 690, 'CUST-EDGE': 750 };

export const orderStatus = tool('mock.order.status', 'READ', ({ orderId }) => ({
  status: String(orderId).endsWith('9') ? 'FAILED' : 'SUBMITTED',
  api4AsyncStatus: String(orderId).endsWith('7') ? null : 'PENDING',
}));

export const orderTrace = tool('mock.order.async.trace', 'READ', ({ orderId }) =>
  String(orderId).endsWith('7')
    ? { callbackStatus: null, callbackReceivedAt: null, note: 'No callback has come yet' }
    : { callbackStatus: 'DELIVERED', callbackReceivedAt: '2026-01-05T10:00:00Z', note: 'The callback has come' },
);

export const rating = tool('loan.credit.rating.check', 'READ', ({ customerId }) => ({
  rating: RATINGS[String(customerId)] ?? 782,
}));

export const fraud = tool('loan.credit.fraud.check', 'READ', ({ customerId }) => ({
  flagged: customerId === 'CUST-FRAUD',
}));

export const debt = tool('loan.debt.credit.summary', 'READ', ({ customerId }) =>
  customerId === 'CUST-HIGH-DEBT' ? { dti: 0.88, availableCredit: 30_000 } : { dti: 0.22, availableCredit: 420_000 },
);

export const submit = tool('loan.application.submit', 'WRITE', () => ({ applicationId: 'LA-90311' }));
