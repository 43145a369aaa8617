/** How many equal lines are shown around what differs. */
const AROUND = 2;
const LEFT_OUT = '…';

/** A text without the lines at its beginning and end that another one has, too. */
export function differingLines(text: string, other: string): string {
  const [lines, beside] = [text.split('\n'), other.split('\n')];
  const most = Math.min(lines.length, beside.length);
  let head = 0;
  while (head < most && lines[head] === beside[head]) head += 1;
  let tail = 0;
  while (tail < most - head && lines.at(-1 - tail) === beside.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - AROUND);
  const to = lines.length - Math.max(0, tail - AROUND);
  return [...(from > 0 ? [LEFT_OUT] : []), ...lines.slice(from, to), ...(to < lines.length ? [LEFT_OUT] : [])].join(
    '\n',
  );
}
