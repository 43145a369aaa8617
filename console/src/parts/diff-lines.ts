/** One line of two texts: of the older alone, of the newer alone, or of both. */
export interface DiffLine {
  readonly sign: '-' | '+' | ' ';
  readonly text: string;
}

/** Texts of more lines than these are shown as wholly different: comparing takes as long as their product. */
const MOST_LINES = 1_000;

/** The lines of both texts, with as many in common as can be. */
export function diffLines(before: string, now: string): DiffLine[] {
  const [older, newer] = [before.split('\n'), now.split('\n')];
  const { head, tail } = sharedEnds(older, newer);
  return [
    ...signed(' ', newer.slice(0, head)),
    ...differing(older.slice(head, older.length - tail), newer.slice(head, newer.length - tail)),
    ...signed(' ', newer.slice(newer.length - tail)),
  ];
}

/** How many lines both texts begin with, and how many of the rest they end with. */
export function sharedEnds(older: readonly string[], newer: readonly string[]): { head: number; tail: number } {
  const most = Math.min(older.length, newer.length);
  let head = 0;
  while (head < most && older[head] === newer[head]) head += 1;
  let tail = 0;
  while (tail < most - head && older.at(-1 - tail) === newer.at(-1 - tail)) tail += 1;
  return { head, tail };
}

function differing(older: readonly string[], newer: readonly string[]): DiffLine[] {
  if (Math.max(older.length, newer.length) > MOST_LINES) return [...signed('-', older), ...signed('+', newer)];
  const common = commonFrom(older, newer);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < older.length && j < newer.length) {
    if (older[i] === newer[j]) {
      lines.push({ sign: ' ', text: older[i] ?? '' });
      i += 1;
      j += 1;
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) {
      lines.push({ sign: '-', text: older[i] ?? '' });
      i += 1;
    } else {
      lines.push({ sign: '+', text: newer[j] ?? '' });
      j += 1;
    }
  }
  return [...lines, ...signed('-', older.slice(i)), ...signed('+', newer.slice(j))];
}

/** How many lines the rests of both texts have in common, by where the rests begin. */
function commonFrom(older: readonly string[], newer: readonly string[]): Uint16Array[] {
  const common = Array.from({ length: older.length + 1 }, () => new Uint16Array(newer.length + 1));
  for (let i = older.length - 1; i >= 0; i -= 1) {
    const [row, below] = [common[i] as Uint16Array, common[i + 1] as Uint16Array];
    for (let j = newer.length - 1; j >= 0; j -= 1) {
      row[j] = older[i] === newer[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return common;
}

function signed(sign: DiffLine['sign'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ sign, text }));
}
