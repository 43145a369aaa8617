import { type ActionHandler, done, readArguments } from 'convengine';

/** What the row of ce_pending_action in flows/rooms.sql proposes, done after the yes. */
export const rooms: ActionHandler = {
  kind: 'action',
  name: 'rooms',
  methods: {
    reserve: ({ arguments: given, idempotencyKey }) => {
      // One that is missing is an error with its name; `room` and `hours` are numbers from here on.
      const { room, hours } = readArguments(given, { room: 'number', hours: 'number' });
      // Give the key to the system you call: it is the same for every attempt.
      return done({ reference: `R${room}-${hours}-${idempotencyKey.slice(0, 8)}` });
    },
  },
};
