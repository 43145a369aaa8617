import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fold } from '../../parts/fold';
import { Tag } from '../../parts/tag';
import { Values } from '../../parts/values';
import { plain } from '../../parts/words';
import { flatValues } from '../../turns/flat-values';
import { TurnCard } from '../../turns/turn-card';
import { type DryTurn, folded, pressLine, type RuleLook } from './use-dry-run';
import styles from './why.module.css';

interface WhyTurnProps {
  readonly turn: DryTurn;
  /** Asks on with the button of a question; undefined where its questions are answered already. */
  readonly onPress: ((line: string) => void) | undefined;
}

/** A message as it would be answered: the reply, what would be done, the rules that did not fire, and the whole turn. */
export function WhyTurn({ turn, onPress }: WhyTurnProps) {
  const { t } = useTranslation(['why', 'turns']);
  const [isOpen, setOpen] = useState(false);
  const fold = folded(turn);
  const title =
    turn.decision === null ? t('message', { message: plain(turn.message ?? '') }) : t(`turns:button.${turn.decision}`);
  return (
    <section className={styles.turn} aria-label={title}>
      <h2>{title}</h2>
      {turn.reply && <p className={styles.reply}>{plain(turn.reply.value)}</p>}
      {turn.error && (
        <p>
          <Tag tone="bad">{t('fails', { ...turn.error })}</Tag>
        </p>
      )}
      <Understood turn={turn} />
      <Consequences turn={turn} onPress={onPress} />
      <Unfired rules={turn.rules} />
      <TurnCard conversationId="" turn={fold} open={isOpen} onToggle={setOpen} />
    </section>
  );
}

function Understood({ turn: { understood, from, to } }: { readonly turn: DryTurn }) {
  const { t } = useTranslation('why');
  const { act, acts, intentBy, values, missing } = understood;
  return (
    <ul className={styles.facts}>
      <li>
        {t('place')}{' '}
        <code>
          {from.intent} › {from.state}
        </code>{' '}
        →{' '}
        <code>
          {to.intent} › {to.state}
        </code>
      </li>
      {act !== null && <li>{t('act', { act, evidence: plain(acts[0]?.evidence ?? '–') })}</li>}
      {intentBy !== null && <li>{t(`intentBy.${intentBy}`, { intent: to.intent })}</li>}
      {values.map(({ field, value, words }) => (
        <li key={field}>
          <code>
            {field} = {plain(JSON.stringify(value))}
          </code>{' '}
          {words === null ? '' : t('words', { words: plain(words) })}
        </li>
      ))}
      {missing.length > 0 && <li>{t('missing', { fields: missing.join(', ') })}</li>}
    </ul>
  );
}

function Consequences({ turn: { questions, withheld }, onPress }: WhyTurnProps) {
  const { t } = useTranslation('why');
  return (
    <>
      {questions.map((question, place) => (
        <div key={question.actionId} className={styles.box}>
          <h3>{t('asks')}</h3>
          <Values of={question.arguments} />
          {onPress && (
            <div className={styles.buttons}>
              {question.answers.map(({ label, decision }) => (
                <Button
                  key={decision}
                  variant={decision === 'CONFIRM' ? 'filled' : 'default'}
                  onClick={() => onPress(pressLine(decision, place))}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
      ))}
      {withheld.length > 0 && (
        <div className={styles.box}>
          <h3>{t('would')}</h3>
          {withheld.map((one, place) => (
            <div key={place}>
              <p>
                {t(`kind.${one.kind}`)} <code>{one.name}</code> <Tag>{t(`outcome.${one.outcome}`)}</Tag>
              </p>
              {Object.keys(one.arguments).length > 0 && <Values of={flatValues(one.arguments)} />}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function Unfired({ rules }: { readonly rules: readonly RuleLook[] }) {
  const { t } = useTranslation('why');
  const of = (...outcomes: RuleLook['outcome'][]) => rules.filter(({ outcome }) => outcomes.includes(outcome));
  const looked = of('CONDITION_NOT_MET', 'CONDITION_FAILED');
  const elsewhere = of('OUT_OF_SCOPE', 'PHASE_NOT_RUN');
  const fired = of('FIRED');
  return (
    <div className={styles.box}>
      {fired.length > 0 && (
        <>
          <h3>{t('fired', { count: fired.length })}</h3>
          <ul className={styles.facts}>
            {fired.map((rule) => (
              <li key={rule.ruleId}>
                <RuleName rule={rule} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('unfired', { count: looked.length })}</h3>
      {looked.map((rule) => (
        <Reason key={rule.ruleId} rule={rule} />
      ))}
      {elsewhere.length > 0 && (
        <Fold
          title={t('elsewhereRules', { count: elsewhere.length })}
          open={looked.length === 0 && elsewhere.length < 6}
        >
          {elsewhere.map((rule) => (
            <Reason key={rule.ruleId} rule={rule} />
          ))}
        </Fold>
      )}
    </div>
  );
}

/** The rule, and the way to its place in the map. */
function RuleName({ rule: { ruleId, action, actionValue } }: { readonly rule: RuleLook }) {
  const { t } = useTranslation('why');
  return (
    <>
      <Link to="/flow" search={{ at: `rule:${ruleId}` }}>
        {t('rule', { id: ruleId })}
      </Link>{' '}
      <code>
        {action} {actionValue}
      </code>
    </>
  );
}

function Reason({ rule }: { readonly rule: RuleLook }) {
  const { t } = useTranslation('why');
  const { outcome, intent, state, phase, pattern, ruleType, saw, places } = rule;
  const was = places.map((place) => `${place.intent} › ${place.state}`).join(', ');
  const isLookedAt = outcome === 'CONDITION_NOT_MET' || outcome === 'CONDITION_FAILED';
  return (
    <div className={styles.rule}>
      <p>
        <RuleName rule={rule} />
      </p>
      <p>
        {outcome === 'OUT_OF_SCOPE' && t('reason.OUT_OF_SCOPE', { place: `${intent} › ${state}`, was })}
        {outcome === 'PHASE_NOT_RUN' && t('reason.PHASE_NOT_RUN', { phase })}
        {isLookedAt && t(`reason.${outcome}`)}{' '}
        {isLookedAt && (
          <code>
            {ruleType} {pattern}
          </code>
        )}
      </p>
      {saw && (
        <>
          <p>{t('saw')}</p>
          <Values of={flatValues(saw)} />
        </>
      )}
    </div>
  );
}
