import styles from './values.module.css';
import { plain } from './words';

/** Names and values, as they are: for arguments, and for what a rule saw. */
export function Values({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  return (
    <dl className={styles.values}>
      {Object.entries(of).map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{plain(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}</dd>
        </div>
      ))}
    </dl>
  );
}
