// The handler of README.md: `npm run docs` copies the region, and documents.spec.ts runs it.
// #region handler
import { type ActionHandler, done } from '../../src/app/index.js';

export const rooms: ActionHandler = {
  kind: 'action',
  name: 'rooms',
  methods: {
    reserve: ({ arguments: { room, hours }, idempotencyKey }) =>
      done({ reference: `R${room}-${hours}-${idempotencyKey.slice(0, 8)}` }),
  },
};
// #endregion
