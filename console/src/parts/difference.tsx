import { diffLines } from './diff-lines';
import styles from './difference.module.css';
import { plain } from './words';

interface DifferenceProps {
  readonly before: string;
  readonly now: string;
  /** How many equal lines are shown around what differs; all of them where left out. */
  readonly around?: number;
}

/** Two texts, line by line. */
export function Difference({ before, now, around }: DifferenceProps) {
  const lines = diffLines(before, now);
  const isShown = (place: number) =>
    around === undefined ||
    lines.slice(Math.max(0, place - around), place + around + 1).some(({ sign }) => sign !== ' ');
  return (
    <pre className={styles.lines} tabIndex={0}>
      {lines.map(({ sign, text }, place) => {
        const line = `${sign} ${plain(text)}\n`;
        if (sign === '-') return <del key={place}>{line}</del>;
        if (sign === '+') return <ins key={place}>{line}</ins>;
        if (isShown(place)) return <span key={place}>{line}</span>;
        return isShown(place - 1) || place === 0 ? <span key={place}>{'…\n'}</span> : null;
      })}
    </pre>
  );
}
