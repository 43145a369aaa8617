import styles from './row-changes.module.css';
import { plain } from './words';

interface SideProps {
  /** For whom colours say nothing. */
  readonly label: string;
  readonly value: string | number | boolean | null;
  readonly nothing: string;
  readonly is: 'ins' | 'del';
}

/** A value as it was, or as it is. */
export function Side({ label, value, nothing, is: Element }: SideProps) {
  return (
    <Element className={styles[Element]}>
      <span className="unseen">{label} </span>
      {value === null || value === '' ? <i>{nothing}</i> : plain(String(value))}
    </Element>
  );
}
