// The same work by hand, with history and audit: the floor of bench:turns, called in the process.
import { createFloorTables, openStore } from '../../turns/floor/open-store.mjs';
import { floorTurns } from '../../turns/floor/turn.mjs';

export const about = {
  name: 'by hand, with history and audit',
  packages: [],
  stores: { sqlite: 'its own; WAL, synchronous = FULL', postgres: 'its own' },
  keeps: 'history, audit and record of consent',
  effects: false,
};

export const prepare = createFloorTables;

export async function open({ url, sample }) {
  return { send: floorTurns(openStore(url), sample) };
}
