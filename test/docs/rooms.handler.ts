// The handler of README.md: `npm run docs` copies the region, and documents.spec.ts runs it.
// #region handler
import { type ActionHandler, done, readArguments } from '../../src/app/index.js';

export const rooms: ActionHandler = {
  kind: 'action',
  name: 'rooms',
  methods: {
    reserve: ({ arguments: given, idempotencyKey }) => {
      // One that nobody gave is an error with its name.
      const { room, hours } = readArguments(given, { room: 'number', hours: 'number' });
      return done({ reference: `R${room}-${hours}-${idempotencyKey.slice(0, 8)}` });
    },
  },
};
// #endregion
