import styles from './code.module.css';

/** A text as it is, or a value as JSON; long ones are scrolled. */
export function Code({ value }: { readonly value: unknown }) {
  return (
    <pre tabIndex={0} className={styles.code}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}
