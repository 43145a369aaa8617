import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, read, type Schema } from '../../api/client';
import { Empty } from '../../parts/empty';
import list from '../../parts/list.module.css';
import { Loading } from '../../parts/loading';
import { More } from '../../parts/more';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { useList } from '../../parts/use-list';
import { When } from '../../parts/when';

import { plain } from '../../parts/words';
import { LastSaid } from './last-said';

const OFTEN_MS = 10_000;

function useWaiting(queue: string | undefined) {
  return useList(
    ['handovers', queue],
    (page) => {
      const query = { ...(queue && { queue }), ...page };
      return read(api.GET('/api/v1/handovers', { params: { query } }));
    },
    { refetchInterval: OFTEN_MS },
  );
}

/** The conversations that people answer: those that have waited longest first. */
export function WaitingList({ queue }: { readonly queue: string | undefined }) {
  const { t } = useTranslation('handover');
  const waiting = useWaiting(queue);
  if (waiting.error && waiting.items.length === 0) {
    return <Failed error={waiting.error} again={() => void waiting.refetch()} />;
  }
  if (waiting.isLooking) return <Loading lines={8} />;
  if (waiting.items.length === 0) {
    return (
      <Empty title={t(queue ? 'noneFound' : 'none')}>
        <p>{t(queue ? 'noneFoundText' : 'noneText')}</p>
      </Empty>
    );
  }
  return (
    <>
      <table className={list.list}>
        <thead>
          <tr>
            <th scope="col">{t('column.said')}</th>
            <th scope="col">{t('column.queue')}</th>
            <th scope="col">{t('column.waits')}</th>
            <th scope="col">{t('column.last')}</th>
          </tr>
        </thead>
        <tbody>
          {waiting.items.map((one) => (
            <Row key={one.conversationId} one={one} />
          ))}
        </tbody>
      </table>
      <div className={list.foot}>
        <More list={waiting} />
      </div>
    </>
  );
}

function Row({ one }: { readonly one: Schema<'HandoverList'>['items'][number] }) {
  const { t } = useTranslation(['handover', 'conversations']);
  return (
    <tr>
      <th scope="row" className={list.wide}>
        <Link to="/conversations/$conversationId" params={{ conversationId: one.conversationId }}>
          <LastSaid one={one} />
        </Link>
        <p className={list.soft}>{plain(one.note)}</p>
      </th>
      <td>
        {one.queue || '–'}
        {one.openActions > 0 && (
          <p>
            <Tag>{t('conversations:openActions', { count: one.openActions })}</Tag>
          </p>
        )}
      </td>
      <td className={list.soft}>
        <When at={one.since} />
        <p>{t('handedOverBy', { by: one.by })}</p>
      </td>
      <td>
        {one.lastReplyBy === null ? (
          <Tag tone="warn">{t('nobodyReplied')}</Tag>
        ) : (
          <span className={list.soft}>{t('repliedBy', { by: one.lastReplyBy })}</span>
        )}
        <p className={list.soft}>
          <When at={one.updatedAt} />
        </p>
      </td>
    </tr>
  );
}
