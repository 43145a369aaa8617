// Random choices that come again with the same seed.

/** A source of choices; `fork(label)` gives another one, which does not depend on how far this one has come. */
export function seededRandom(seed) {
  let state = hash(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from, to) => from + Math.floor(next() * (to - from + 1));
  return {
    /** A whole number, both ends included. */
    between,
    chance: (share) => next() < share,
    pick: (list) => list[between(0, list.length - 1)],
    /** A key of `{ key: weight }`. */
    weighted(weights) {
      let left = next() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
      for (const [key, weight] of Object.entries(weights)) {
        left -= weight;
        if (left < 0) return key;
      }
      return Object.keys(weights)[0];
    },
    uuid: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(next() * 16).toString(16)),
    fork: (label) => seededRandom(`${seed}/${label}`),
  };
}

function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 0x01000193);
  return value | 0;
}
