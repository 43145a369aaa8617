import { sharedEnds } from './diff-lines';

/** How many equal lines are shown around what differs. */
const AROUND = 2;
const LEFT_OUT = '…';

/** A text without the lines at its beginning and end that another one has, too. */
export function differingLines(text: string, other: string): string {
  const lines = text.split('\n');
  const { head, tail } = sharedEnds(lines, other.split('\n'));
  const from = Math.max(0, head - AROUND);
  const to = lines.length - Math.max(0, tail - AROUND);
  return [...(from > 0 ? [LEFT_OUT] : []), ...lines.slice(from, to), ...(to < lines.length ? [LEFT_OUT] : [])].join(
    '\n',
  );
}
