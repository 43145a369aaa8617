/** What the actions of the bench have done: the arguments of each execution as JSON, by conversation. */
export const executions = new Map();

export const benchBooking = {
  kind: 'action',
  name: 'benchBooking',
  methods: {
    book({ conversationId, arguments: args }) {
      executions.set(conversationId, [...(executions.get(conversationId) ?? []), JSON.stringify(args)]);
      return Promise.resolve({ status: 'done', result: {} });
    },
  },
};
