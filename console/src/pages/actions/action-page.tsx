import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { Fold } from '../../parts/fold';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed, isNowhere, ProblemText } from '../../parts/problem';
import { Reason, reasonText } from '../../parts/reason';
import { Tag } from '../../parts/tag';
import { Values } from '../../parts/values';
import { When } from '../../parts/when';
import { plain } from '../../parts/words';
import { Verify } from '../../turns/verify';
import styles from './action-page.module.css';
import { ActionStatus, statusOf } from './action-status';
import { Decide } from './decide';
import { Entry } from './entry';
import { nameOf, saidBy } from './name-of';
import { Times } from './times';
import { Uncounted } from './uncounted';
import { type ActionDetail, isScheduled, useAction, useSendAgain } from './use-actions';

/** One action, from the question to what came of it: the record of its consent. */
export function ActionPage() {
  const { t } = useTranslation('actions');
  const may = useMay();
  const { actionId } = useParams({ from: '/actions/$actionId' });
  const { data: action, error, refetch } = useAction(actionId);
  // What is erased while somebody looks is not shown on.
  if (error && (!action || isNowhere(error))) return <Failed error={error} again={() => void refetch()} />;
  if (!action) return <Loading lines={10} />;
  return (
    <Page
      title={plain(action.question) || action.actionKey}
      answer={t(`answer.${answerOf(action)}`, { reason: reasonText(t, action.reason) })}
      tools={<ActionStatus action={action} />}
    >
      <p className={styles.about}>
        <Link to="/actions">{t('title')}</Link>
        <span>{action.actionKey}</span>
        {may('ledger.read') && (
          <>
            <Link to="/conversations/$conversationId" params={{ conversationId: action.conversationId }}>
              {t('conversation')}
            </Link>
            <Verify conversationId={action.conversationId} />
          </>
        )}
      </p>
      <Decide key={actionId} action={action} />
      <ol className={styles.ledger}>
        <Question action={action} />
        <Uncounted action={action} />
        <Consent action={action} />
        <Approval action={action} />
        <Claims action={action} />
        <Outcome action={action} />
        <Times action={action} />
        <Deliveries action={action} />
      </ol>
      <Fold title={t('recorded', { count: action.lifecycle.length })}>
        <ol className={styles.lifecycle}>
          {action.lifecycle.map(({ event, at, turn, detail }, place) => (
            <li key={place}>
              <strong>{event}</strong> · {t('turn', { turn })} · <When at={at} isFull />
              <Values of={detail} />
            </li>
          ))}
        </ol>
      </Fold>
    </Page>
  );
}

/** What the page says first. */
function answerOf(action: ActionDetail) {
  if (isScheduled(action)) return 'SCHEDULED';
  const status = statusOf(action);
  return status === 'AWAITING_APPROVAL' && hasHeldYes(action) ? 'APPROVAL_AFTER_YES' : status;
}

/** Whether its user has said yes to what is asked now, and an approval was all that was missing. */
function hasHeldYes({ uncounted, revision }: ActionDetail): boolean {
  return uncounted.some((yes) => yes.reason === 'SENSITIVE_ACTION_APPROVAL_REQUIRED' && yes.revision === revision);
}

interface Part {
  readonly action: ActionDetail;
}

function Question({ action }: Part) {
  const { t } = useTranslation('actions');
  const now = action.revisions.at(-1);
  const earlier = action.revisions.slice(0, -1);
  const requesters = [action.requestedBy, ...action.alsoRequestedBy].flatMap((who) => (who ? [nameOf(t, who)] : []));
  return (
    <Entry title={t('part.question')} at={action.createdAt} isThere>
      <blockquote className={styles.words}>{plain(action.question)}</blockquote>
      <Values of={action.arguments} />
      <p className={styles.soft}>
        {t('hash')} <code>{action.argumentsHash}</code>
      </p>
      <p className={styles.soft}>
        <span title={action.consentStrength}>
          {t(`needs.${action.consentStrength}`, {
            defaultValue: action.consentStrength,
            who: action.mayAnswer.map((kind) => nameOf(t, { kind, id: null })).join(', '),
          })}
        </span>
        {requesters.length > 0 && ` ${t('requestedBy', { who: requesters.join(', ') })}`}
        {action.riskLevel && ` ${t(`riskOf.${action.riskLevel}`)}.`}
      </p>
      {earlier.length > 0 && (
        <Fold title={t('revisions', { count: earlier.length, revision: now?.revision })}>
          <ol>
            {earlier.map((revision, place) => (
              <li key={revision.revision} className={styles.revision}>
                <p>
                  {t('revision', { revision: revision.revision })} · <When at={revision.at} isFull />
                </p>
                {revision.question && <blockquote className={styles.words}>{plain(revision.question)}</blockquote>}
                {revision.arguments ? (
                  <Changes
                    before={revision.arguments}
                    after={action.revisions[place + 1]?.arguments ?? action.arguments}
                  />
                ) : (
                  <p className={styles.soft}>
                    {t('onlyHash')} <code>{revision.argumentsHash}</code>
                  </p>
                )}
              </li>
            ))}
          </ol>
        </Fold>
      )}
    </Entry>
  );
}

/** Old and new values, where they differ. */
function Changes({
  before,
  after,
}: {
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const shown = (value: unknown) => plain(JSON.stringify(value) ?? '');
  const changed = names.filter((name) => shown(before[name]) !== shown(after[name]));
  return (
    <ul>
      {changed.map((name) => (
        <li key={name}>
          {name}: <del>{shown(before[name])}</del> <ins>{shown(after[name])}</ins>
        </li>
      ))}
    </ul>
  );
}

function Consent({ action: { consent, uncounted } }: Part) {
  const { t } = useTranslation('actions');
  if (!consent) {
    return (
      <Entry title={t('part.consent')} isThere={false}>
        <p className={styles.soft}>{t(uncounted.length > 0 ? 'noneCounts' : 'noConsent')}</p>
      </Entry>
    );
  }
  const isYes = consent.decision === 'CONFIRM';
  return (
    <Entry title={t(isYes ? 'part.yes' : 'part.no')} at={consent.at} isThere>
      {consent.words ? (
        <blockquote className={styles.words}>{plain(consent.words)}</blockquote>
      ) : (
        <p>{t(isYes ? 'buttonYes' : 'buttonNo')}</p>
      )}
      <p className={styles.soft}>
        {saidBy(t, consent.by, consent.via)}
        {consent.proof && ` ${t('proof', { proof: consent.proof })}`}
      </p>
    </Entry>
  );
}

function Approval({ action: { approval } }: Part) {
  const { t } = useTranslation('actions');
  if (!approval) return null;
  if (!approval.decision) {
    return (
      <Entry title={t('part.approval')} isThere={false}>
        <p className={styles.soft}>{t('noApproval')}</p>
      </Entry>
    );
  }
  const isGiven = approval.decision === 'APPROVED';
  return (
    <Entry title={t('part.approval')} at={approval.at} isThere>
      <p>{t(isGiven ? 'approvedBy' : 'approvalRefusedBy', { who: approval.by ?? '–', revision: approval.revision })}</p>
      {approval.note && <blockquote className={styles.words}>{plain(approval.note)}</blockquote>}
      {isGiven && (
        <p className={styles.soft}>
          {approval.usedAt ? t('approvalUsed') : t('approvalUnused')}{' '}
          {approval.usedAt && <When at={approval.usedAt} isFull />}
        </p>
      )}
    </Entry>
  );
}

function Claims({ action }: Part) {
  const { t } = useTranslation('actions');
  return (
    <Entry title={t('part.claim')} at={action.claims.at(-1)?.at} isThere={action.claims.length > 0}>
      {action.claims.length === 0 && <p className={styles.soft}>{t('noClaim')}</p>}
      {action.claims.length > 0 && (
        <p>
          {t('attempts', { count: action.attempts, policy: action.executionPolicy })} <code>{action.actionRef}</code>
        </p>
      )}
      {action.claims.map(({ at, by, fencingToken }) => (
        <p key={at} className={styles.soft}>
          <When at={at} isFull /> {by && t('claimedBy', { by })}
          {fencingToken !== null && <span title={t('fenceTitle')}> {t('fence', { fence: fencingToken })}</span>}
        </p>
      ))}
      {action.claims.length > 0 && (
        <p className={styles.soft}>
          {t('key')} <code>{action.idempotencyKey}</code>
        </p>
      )}
    </Entry>
  );
}

function Outcome({ action }: Part) {
  const { t } = useTranslation('actions');
  const { outcome, reason } = action;
  const result = outcome?.result;
  return (
    <Entry title={t('part.outcome')} at={outcome?.at} isThere={Boolean(outcome)}>
      {!outcome && <p className={styles.soft}>{t('noOutcome')}</p>}
      {outcome && (
        <p>
          {t(`status.${statusOf(action)}`)}
          {reason && ': '}
          <Reason code={reason} />
        </p>
      )}
      {reason && <code className={styles.soft}>{reason}</code>}
      {outcome?.error && <p className={styles.error}>{plain(outcome.error)}</p>}
      {typeof result === 'object' && result !== null && <Values of={result as Record<string, unknown>} />}
    </Entry>
  );
}

function Deliveries({ action: { conversationId, deliveries } }: Part) {
  const { t } = useTranslation('actions');
  const maySend = useMay()('webhook.send');
  const sending = useSendAgain(conversationId);
  if (deliveries.length === 0) return null;
  const tones = { WAITING: 'warn', DELIVERED: 'good', GIVEN_UP: 'bad' } as const;
  return (
    <Entry title={t('part.deliveries')} isThere>
      <ul>
        {deliveries.map((one) => (
          <li key={one.eventId}>
            <Tag tone={tones[one.status]}>{t(`delivery.${one.status}`)}</Tag> {one.event}{' '}
            <span className={styles.soft}>
              {t('attempts_delivery', { count: one.attempts })} {one.url} {one.error}
            </span>{' '}
            {one.status === 'GIVEN_UP' && maySend && (
              <Button
                size="compact-sm"
                variant="default"
                loading={sending.isPending && sending.variables === one.eventId}
                onClick={() => sending.mutate(one.eventId)}
              >
                {t('sendAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sending.error && (
        <div role="alert" className={styles.error}>
          <ProblemText error={sending.error} />
        </div>
      )}
    </Entry>
  );
}
