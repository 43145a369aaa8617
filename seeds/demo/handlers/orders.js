/** Carries out what `ce_pending_action` calls `demoOrders:cancel`. Any order number is accepted. */
export const demoOrders = {
  kind: 'action',
  name: 'demoOrders',
  methods: {
    /** @param {import('convengine').ActionCall} call */
    async cancel({ arguments: { orderId }, idempotencyKey, database }) {
      const cancellationReference = `CXL-${idempotencyKey.replaceAll(/\W/g, '').slice(-9).toUpperCase()}`;
      await database.transaction(async (transaction) => {
        await transaction.query(
          `INSERT INTO demo_order (order_id, status) VALUES ($1, 'CANCELLED')
           ON CONFLICT (order_id) DO UPDATE SET status = 'CANCELLED'`,
          [orderId],
        );
        await transaction.query(
          `INSERT INTO demo_order_cancellation (order_id, idempotency_key, cancellation_reference)
           VALUES ($1, $2, $3)`,
          [orderId, idempotencyKey, cancellationReference],
        );
      });
      return { status: 'done', result: { orderId, cancellationReference } };
    },
  },
};
