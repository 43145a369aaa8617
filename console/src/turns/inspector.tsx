import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fold } from '../parts/fold';
import { excerpt, plain } from '../parts/words';
import type { FoldedTurn } from './fold-turn';
import styles from './inspector.module.css';
import { TurnCard } from './turn-card';

interface InspectorProps {
  readonly conversationId: string;
  /** Oldest first. */
  readonly turns: readonly FoldedTurn[];
  /** Whether there are turns before them. */
  readonly hasEarlier: boolean;
  /** What the conversation knows now. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The turn that the reader pointed at; the newest one where absent. */
  readonly chosen: number | undefined;
}

/** Why a conversation went as it did: what it knows and from where, and each turn, newest first. */
export function Inspector({ conversationId, turns, hasEarlier, values, chosen }: InspectorProps) {
  const { t } = useTranslation('turns');
  const newest = turns.at(-1)?.turn;
  const [toggled, setToggled] = useState<Readonly<Record<number, boolean>>>({});
  const isOpen = (turn: number) => toggled[turn] ?? turn === (chosen ?? newest);
  return (
    <div className={styles.inspector}>
      <KnownValues values={values} turns={turns} hasEarlier={hasEarlier} />
      {turns.toReversed().map((turn) => (
        <TurnCard
          key={turn.turn}
          conversationId={conversationId}
          turn={turn}
          open={isOpen(turn.turn)}
          onToggle={(open) => {
            if (open !== isOpen(turn.turn)) setToggled((before) => ({ ...before, [turn.turn]: open }));
          }}
        />
      ))}
      {turns.length === 0 && <p className={styles.soft}>{t('nothingYet')}</p>}
    </div>
  );
}

function KnownValues({ values, turns, hasEarlier }: Pick<InspectorProps, 'values' | 'turns' | 'hasEarlier'>) {
  const { t } = useTranslation('turns');
  const known = Object.entries(values);
  if (known.length === 0) return null;
  const nowhere = t(hasEarlier ? 'value.earlier' : 'value.unknown');
  return (
    <Fold title={t('values', { count: known.length })} open>
      <table className={styles.values}>
        <thead>
          <tr>
            <th scope="col">{t('value.name')}</th>
            <th scope="col">{t('value.value')}</th>
            <th scope="col">{t('value.from')}</th>
          </tr>
        </thead>
        <tbody>
          {known.map(([name, value]) => {
            const from = turns.findLast((turn) => turn.taken[name] !== undefined);
            const how = from?.taken[name];
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <code>{plain(typeof value === 'string' ? value : JSON.stringify(value))}</code>
                </td>
                <td>{from && how ? t(`value.${how}`, { turn: from.turn, words: excerpt(from.userText) }) : nowhere}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Fold>
  );
}
