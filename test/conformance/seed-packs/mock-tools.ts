import type { JsonObject, JsonValue } from '../../../src/platform/common/json.js';
import type { SideEffect, ToolHandler } from '../../../src/platform/handlers-api/index.js';

/** The tools of the planner pack, with fixed answers by the last digit of an order or the name of a customer. */
export class MockTools {
  /** What was called, in order. */
  readonly calls: { readonly toolCode: string; readonly arguments: JsonObject }[] = [];
  readonly handlers: readonly ToolHandler[];

  /**
   * @param submit what submitting an application is declared to be. All tools here are mocks without any effect, so
   *   READ is true of them; WRITE is what the real one is.
   */
  constructor(submit: SideEffect = 'READ') {
    this.handlers = [
      this.tool('mock.order.status', ({ orderId }) => ({
        orderId: orderId ?? null,
        status: String(orderId).endsWith('9') ? 'FAILED' : 'SUBMITTED',
        api4AsyncStatus: String(orderId).endsWith('7') ? null : 'PENDING',
      })),
      this.tool('mock.order.async.trace', ({ orderId }) =>
        String(orderId).endsWith('7')
          ? { callbackStatus: null, callbackReceivedAt: null, note: 'Async callback not yet received' }
          : { callbackStatus: 'DELIVERED', callbackReceivedAt: '2026-01-05T10:00:00Z', note: 'Callback received' },
      ),
      this.tool('loan.credit.rating.check', ({ customerId }) => {
        const rating = { 'CUST-LOW': 690, 'CUST-EDGE': 750 }[String(customerId)] ?? 782;
        return { rating, eligibleForFraudCheck: rating > 750 };
      }),
      this.tool('loan.credit.fraud.check', ({ customerId }) => ({ flagged: customerId === 'CUST-FRAUD' })),
      this.tool('loan.debt.credit.summary', ({ customerId }) =>
        customerId === 'CUST-HIGH-DEBT'
          ? { dti: 0.88, availableCredit: 30_000 }
          : { dti: 0.22, availableCredit: 420_000 },
      ),
      this.tool('loan.application.submit', () => ({ applicationId: 'LA-90311' }), submit),
    ];
  }

  /** Codes of the tools that were called, in order. */
  get sequence(): string[] {
    return this.calls.map(({ toolCode }) => toolCode);
  }

  private tool(
    toolCode: string,
    answer: (args: JsonObject) => JsonValue,
    sideEffect: SideEffect = 'READ',
  ): ToolHandler {
    const execute: ToolHandler['execute'] = (call) => {
      this.calls.push({ toolCode: call.toolCode, arguments: call.arguments });
      return answer(call.arguments);
    };
    return { kind: 'tool', toolCode, sideEffect, execute };
  }
}
