import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/me';
import { Code } from '../parts/code';
import { Fold } from '../parts/fold';
import { reasonText } from '../parts/reason';
import { Tag } from '../parts/tag';
import { Values } from '../parts/values';
import { When } from '../parts/when';
import { plain } from '../parts/words';
import { flatValues } from './flat-values';
import type { Decision, FoldedTurn, RuleLook } from './fold-turn';
import { ModelCalls } from './model-calls';
import styles from './turn-card.module.css';

interface TurnCardProps {
  readonly conversationId: string;
  readonly turn: FoldedTurn;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
}

/** One turn: in a line what came of it; opened, what decided, the rules, what was called, and where the time went. */
export function TurnCard({ conversationId, turn, open, onToggle }: TurnCardProps) {
  const { t } = useTranslation('turns');
  return (
    <details
      id={`turn-${turn.turn}`}
      className={styles.card}
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.number}>{turn.turn}</span>
        <span className={styles.outcome}>
          <Said decision={turn.outcome} />
        </span>
        <span className={styles.place}>
          {turn.intent} <span aria-hidden="true">›</span> {turn.state}
        </span>
        <span className={styles.time}>{turn.durationMs === null ? '…' : t('ms', { ms: turn.durationMs })}</span>
      </summary>
      {open && <TurnDetails conversationId={conversationId} turn={turn} />}
    </details>
  );
}

function TurnDetails({ conversationId, turn }: Pick<TurnCardProps, 'conversationId' | 'turn'>) {
  const { t } = useTranslation('turns');
  const fired = turn.rules.filter((rule) => rule.fired);
  const others = turn.rules.filter((rule) => !rule.fired);
  return (
    <div className={styles.details}>
      <section aria-label={t('decided')}>
        <h3>{t('decided')}</h3>
        <ol className={styles.decisions}>
          {turn.decisions.map((decision, place) => (
            <li key={place} data-tone={decision.tone}>
              <Said decision={decision} />
              {conversationId !== '' && <ToAction decision={decision} />}
            </li>
          ))}
        </ol>
      </section>
      <section aria-label={t('rules')}>
        <h3>{t('rules')}</h3>
        {turn.rules.length === 0 && <p className={styles.soft}>{t('noRules')}</p>}
        {fired.map((rule, place) => (
          <Rule key={place} rule={rule} />
        ))}
        {others.map((rule, place) => (
          <Rule key={place} rule={rule} />
        ))}
        {Object.keys(turn.leftOut).length > 0 && (
          <p className={styles.soft}>
            {t('leftOut')}{' '}
            {Object.entries(turn.leftOut)
              .map(([reason, count]) => `${t(`leftOutReason.${reason}`, { defaultValue: reason })} ${count}`)
              .join(', ')}
          </p>
        )}
      </section>
      {turn.tools.length > 0 && (
        <section aria-label={t('tools')}>
          <h3>{t('tools')}</h3>
          {turn.tools.map((call, place) => (
            <Fold key={place} title={`${call.tool} – ${t(`toolOutcome.${call.outcome}`)}`}>
              <Code value={call.details} />
            </Fold>
          ))}
        </section>
      )}
      {turn.models.length > 0 && <ModelCalls conversationId={conversationId} turn={turn} />}
      <Fold title={t('timeTitle', { ms: turn.durationMs ?? 0, count: turn.steps.length })}>
        <Times turn={turn} />
      </Fold>
      <Fold title={t('allEvents', { count: turn.events.length })}>
        <Events turn={turn} />
      </Fold>
      <p className={styles.soft}>
        <When at={turn.startedAt} isFull />
      </p>
    </div>
  );
}

/** Values of decisions that are codes of the engine, for which there are words. */
const CODES: ReadonlySet<string> = new Set(['dialogueAct', 'dialogueActSource', 'policyDecision', 'reason']);

/** A decision in words, with the codes that the record has as its title. */
function Said({ decision }: { readonly decision: Decision }) {
  const { t } = useTranslation('turns');
  const { t: inActions } = useTranslation('actions');
  const wordsOf = (name: string, value: string) => {
    if (!CODES.has(name)) return plain(value);
    return plain(name === 'reason' ? reasonText(inActions, value) : t(`code.${value}`, { defaultValue: value }));
  };
  const values = Object.entries(decision.values).map(([name, value]) => [name, wordsOf(name, value)]);
  const words = t(`said.${decision.text}`, { ...Object.fromEntries(values), defaultValue: decision.text });
  const codes = Object.entries(decision.values).filter(([name, value]) => CODES.has(name) && value !== '');
  const said = (
    <span className={styles.said} title={codes.map(([, code]) => code).join(', ') || undefined}>
      {words}
    </span>
  );
  return decision.tone === 'plain' ? said : <Tag tone={decision.tone}>{said}</Tag>;
}

/** Leads to the action that a decision is about, whoever may read it. */
function ToAction({ decision: { values } }: { readonly decision: Decision }) {
  const { t } = useTranslation('turns');
  const mayRead = useMay()('actions.read');
  if (!values.proposalId || !mayRead) return null;
  return (
    <>
      {' '}
      <Link to="/actions/$actionId" params={{ actionId: values.proposalId }}>
        {t('toAction')}
      </Link>
    </>
  );
}

function Rule({ rule }: { readonly rule: RuleLook }) {
  const { t } = useTranslation('turns');
  const saw = typeof rule.saw === 'object' && rule.saw !== null ? (rule.saw as Record<string, unknown>) : undefined;
  return (
    <div className={styles.rule}>
      <p>
        <Tag tone={rule.fired ? 'good' : 'plain'}>{t(rule.fired ? 'fired' : 'notFired')}</Tag>{' '}
        {t('ruleName', { id: rule.ruleId })} <code>{rule.action}</code>
      </p>
      {rule.condition !== '' && <code className={styles.condition}>{rule.condition}</code>}
      {!rule.fired && <p className={styles.soft}>{t(`reason.${rule.reason}`, { defaultValue: rule.reason })}</p>}
      {saw && (
        <>
          <p className={styles.soft}>{t('saw')}</p>
          <Values of={flatValues(saw)} />
        </>
      )}
    </div>
  );
}

function Times({ turn }: { readonly turn: FoldedTurn }) {
  const { t } = useTranslation('turns');
  const longest = Math.max(...turn.steps.map((step) => step.durationMs), 0.01);
  const slow = [...turn.steps].sort((a, b) => b.durationMs - a.durationMs).slice(0, 8);
  return (
    <ol className={styles.times}>
      {slow.map((step) => (
        <li key={step.step}>
          <span>{step.step.replace(/Step$/, '')}</span>
          <meter min={0} max={longest} value={step.durationMs} aria-label={step.step} />
          <span className={styles.time}>{t('ms', { ms: step.durationMs })}</span>
        </li>
      ))}
    </ol>
  );
}

function Events({ turn }: { readonly turn: FoldedTurn }) {
  const told = turn.events.filter(({ stage }) => stage !== 'STEP_ENTER' && stage !== 'STEP_EXIT');
  return (
    <ol>
      {told.map(({ stage, payload }, place) => (
        <li key={place}>
          <Fold title={<code>{stage}</code>}>
            <Code value={payload} />
          </Fold>
        </li>
      ))}
    </ol>
  );
}
