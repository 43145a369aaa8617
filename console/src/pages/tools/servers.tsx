import { useTranslation } from 'react-i18next';
import { Fold } from '../../parts/fold';
import { Tag } from '../../parts/tag';
import { When } from '../../parts/when';
import { ChangedTool } from './changed-tool';
import styles from './servers.module.css';
import { type RemoteTool, type Server, useServers } from './use-tools';

/** The other servers whose tools are used: whether each is there, and which of its tools somebody has to look at. */
export function Servers() {
  const { t } = useTranslation('tools');
  const { data: servers, error } = useServers();
  if (!servers) return error ? <p className={styles.soft}>{t('servers.notShown', { why: error.message })}</p> : null;
  if (servers.length === 0) return null;
  return (
    <section className={styles.servers} aria-labelledby="servers">
      <h2 id="servers">{t('servers.title')}</h2>
      {servers.map((server) => (
        <ServerPart key={server.name} server={server} />
      ))}
    </section>
  );
}

function ServerPart({ server }: { readonly server: Server }) {
  const { t } = useTranslation('tools');
  const { name, place, isConnected, problem, tools } = server;
  const held = tools.filter(({ isHeld }) => isHeld);
  return (
    <article className={styles.server} aria-label={name}>
      <h3>
        <code>{name}</code> <span className={styles.soft}>{place}</span>{' '}
        <Tag tone={isConnected ? 'good' : 'bad'}>{t(isConnected ? 'servers.connected' : 'servers.away')}</Tag>
      </h3>
      {problem !== null && <p className={styles.soft}>{problem}</p>}
      {held.map((tool) => (
        <ChangedTool key={tool.tool} server={name} tool={tool} />
      ))}
      {tools.length > 0 && (
        <Fold title={t('servers.pinned', { count: tools.length })}>
          <ul className={styles.pins}>
            {tools.map((tool) => (
              <Pin key={tool.tool} tool={tool} />
            ))}
          </ul>
        </Fold>
      )}
    </article>
  );
}

function Pin({ tool }: { readonly tool: RemoteTool }) {
  const { t } = useTranslation('tools');
  const { approvedBy, approvedAt, approvalNote, isHeld, isListed } = tool;
  return (
    <li>
      <code>{tool.tool}</code> {isHeld && <Tag tone="bad">{t('servers.held')}</Tag>}
      {!isListed && <Tag>{t('servers.gone')}</Tag>}
      <p className={styles.soft}>
        {approvedBy === null ? t('servers.first') : t('servers.accepted', { who: approvedBy })} <When at={approvedAt} />
        {approvalNote && ` · ${approvalNote}`}
      </p>
    </li>
  );
}
