/** The action of the bench: it does nothing, once. */
export const benchOrders = {
  kind: 'action',
  name: 'benchOrders',
  methods: {
    async cancel() {
      return { status: 'done', result: { cancelled: true } };
    },
  },
};
