import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fold } from '../../parts/fold';
import styles from './findings.module.css';
import type { Finding, FlowModel, Part } from './flow-model';
import { Severity } from './part-mark';

interface FindingsProps {
  readonly findings: FlowModel['findings'];
  readonly onChoose: (id: string) => void;
}

const FEW = 5;

/** What is wrong with the flow, errors first; each leads to its place, or to its row where the map does not have it. */
export function Findings({ findings, onChoose }: FindingsProps) {
  const { t } = useTranslation('flow');
  const [isAll, setAll] = useState(false);
  if (findings.length === 0) return null;
  const ordered = findings.toSorted((a, b) => a.finding.severity.localeCompare(b.finding.severity));
  return (
    <Fold title={t('findings', { count: findings.length })} open>
      <ul className={styles.findings}>
        {ordered.slice(0, isAll ? undefined : FEW).map(({ finding, part }) => (
          <li key={`${finding.table} ${finding.row} ${finding.message}`}>
            <Severity of={finding} />
            <p>
              <Place finding={finding} part={part} onChoose={onChoose} />{' '}
              {finding.column && <code>{finding.column}</code>} {finding.message}
            </p>
          </li>
        ))}
      </ul>
      {ordered.length > FEW && (
        <button type="button" className={styles.place} onClick={() => setAll(!isAll)}>
          {isAll ? t('fewFindings') : t('allFindings', { count: ordered.length })}
        </button>
      )}
    </Fold>
  );
}

interface PlaceProps extends Pick<FindingsProps, 'onChoose'> {
  readonly finding: Finding;
  readonly part: Part | undefined;
}

function Place({ finding: { table, row }, part, onChoose }: PlaceProps) {
  if (row === null) return <span className={styles.table}>{table}</span>;
  const name = `${table} ${row}`;
  if (!part) {
    return (
      <Link to="/rows" search={{ table, row: String(row) }}>
        {name}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.place} onClick={() => onChoose(part.id)}>
      {name}
    </button>
  );
}
