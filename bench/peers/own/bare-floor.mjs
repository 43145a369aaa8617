// The same work by hand, without history and audit, for a conversation of two turns.
import { openBareFloor } from '../../turns/floor/bare.mjs';

export const about = {
  name: 'by hand, without history and audit',
  packages: [],
  stores: { sqlite: 'its own; WAL, synchronous = FULL', postgres: 'its own' },
  keeps: 'the state of the action',
  effects: false,
};

export async function open({ url }) {
  return { send: await openBareFloor(url) };
}
