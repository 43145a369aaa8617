import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Values } from '../../parts/values';
import type { FlowModel, Part } from './flow-model';
import { partsOfState } from './outline';
import { KindSign, kindOf, Severity, Traffic, usePartName } from './part-mark';
import styles from './part-panel.module.css';

interface PartPanelProps {
  readonly model: FlowModel;
  readonly part: Part;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

/** What stands behind a part of the map: its row as it is, what is wrong with it, and what it is joined with. */
export function PartPanel({ model, part, onChoose, onClose }: PartPanelProps) {
  const { t } = useTranslation('flow');
  const nameOf = usePartName();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string>(undefined);
  // Whoever chose it reads on here.
  useEffect(() => {
    if (shown.current !== part.id) heading.current?.focus({ preventScroll: true });
    shown.current = part.id;
  }, [part.id]);
  const row = rowShown(part);
  return (
    <aside
      className={styles.panel}
      aria-label={t('chosen')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={styles.head}>
        <div>
          <p className={styles.kind}>
            {t(`kind.${kindOf(part)}`)}
            {part.table && part.row.id !== undefined && ` · ${part.table} ${String(part.row.id)}`}
          </p>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {nameOf(part)}
          </h2>
          {part.kind !== 'intent' && (
            <p className={styles.kind}>
              {part.intent}
              {part.kind !== 'state' && ` / ${part.state}`}
            </p>
          )}
        </div>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      {part.chats !== undefined && <Traffic chats={part.chats} most={model.mostChats} />}
      {part.findings.map((finding) => (
        <p key={finding.message} className={styles.finding}>
          <Severity of={finding} /> {finding.message}
        </p>
      ))}
      {Object.keys(row).length > 0 && <Values of={row} />}
      {part.table && <Link {...rowOf(part.table, part)}>{t('editRow')}</Link>}
      {relationsOf(model, part).map(
        ({ name, parts }) =>
          parts.length > 0 && (
            <section key={name}>
              <h3>{t(`relation.${name}`)}</h3>
              <ul className={styles.related}>
                {parts.map((one) => (
                  <li key={one.id}>
                    <button type="button" className={styles.link} onClick={() => onChoose(one.id)}>
                      <KindSign part={one} />
                      {nameOf(one)}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </aside>
  );
}

/** Where the row can be changed; intents are known by their code. */
function rowOf(table: string, { row, name }: Part) {
  return { to: '/rows', search: { table, row: String(row.id ?? name) } } as const;
}

/** What the heading says already is left out, and what the row leaves empty. */
function rowShown({ row }: Part): Record<string, unknown> {
  const said = new Set(['id', 'intent', 'state']);
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !said.has(name) && value !== null && value !== ''),
  );
}

type Relation = 'leadsHere' | 'leadsTo' | 'inIt';

function relationsOf({ groups, lines, parts }: FlowModel, part: Part): readonly { name: Relation; parts: Part[] }[] {
  const known = (ids: readonly string[]) => ids.flatMap((id) => parts.get(id) ?? []);
  const group = groups.find(({ intent }) => intent.intent === part.intent);
  const inState = part.kind === 'state' && group ? [...partsOfState(group, part)] : [];
  const inIt = part.kind === 'intent' && group ? [...group.states] : inState;
  return [
    {
      name: 'leadsHere',
      parts: known(lines.filter(({ to }) => to === part.id).map(({ id }) => id)),
    },
    { name: 'leadsTo', parts: known(lines.filter(({ id }) => id === part.id).map(({ to }) => to)) },
    { name: 'inIt', parts: inIt },
  ];
}
