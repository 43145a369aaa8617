/** Carries out what `ce_pending_action` calls `demoConnections:transfer`. */
export const demoConnections = {
  kind: 'action',
  name: 'demoConnections',
  methods: {
    /** @param {import('convengine').ActionCall} call */
    async transfer({ arguments: values, idempotencyKey, database }) {
      const transferReference = `TRF-${idempotencyKey.replaceAll(/\W/g, '').slice(-9).toUpperCase()}`;
      await database.query(
        `INSERT INTO demo_connection_transfer
           (customer_id, phone, email, source_city, target_city, idempotency_key, transfer_reference)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          values.customerId,
          values.phone,
          values.email,
          values.sourceCity,
          values.targetCity,
          idempotencyKey,
          transferReference,
        ],
      );
      return { status: 'done', result: { customerId: values.customerId, transferReference } };
    },
  },
};
