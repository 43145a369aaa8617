import styles from './code.module.css';
import { plain } from './words';

/** A text as it is, or a value as JSON; long ones are scrolled. */
export function Code({ value }: { readonly value: unknown }) {
  return (
    <pre tabIndex={0} className={styles.code}>
      {plain(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))}
    </pre>
  );
}
