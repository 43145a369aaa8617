import { useTranslation } from 'react-i18next';
import { Code } from '../../parts/code';
import { Fold } from '../../parts/fold';
import list from '../../parts/list.module.css';
import { Tag } from '../../parts/tag';
import { plain } from '../../parts/words';
import { CallTool } from './call-tool';
import styles from './tool-row.module.css';
import type { Savings, Tool } from './use-tools';

const RISK_TONES = { LOW: 'plain', MEDIUM: 'warn', HIGH: 'bad' } as const;

/** One tool of the list. What writes cannot be called from here: it is asked in a conversation. */
export function ToolRow({ tool, savings }: { readonly tool: Tool; readonly savings: Savings | undefined }) {
  const { t } = useTranslation('tools');
  const saved = savings?.[tool.tool_code];
  return (
    <tr>
      <th scope="row" className={list.wide}>
        <code>{tool.tool_code}</code>
        <p className={list.soft}>{plain(tool.description)}</p>
        {tool.input_schema && (
          <Fold title={t('arguments')}>
            <Code value={tool.input_schema} />
          </Fold>
        )}
        {tool.is_shipped && <p className={list.soft}>{t('overMcp')}</p>}
        {tool.side_effect === 'READ' && !tool.is_shipped && (
          <Fold title={t('call.fold')}>
            <CallTool tool={tool} />
          </Fold>
        )}
      </th>
      <td className={styles.source}>
        {t(`source.${tool.source}`)}
        {tool.source_place && <p>{tool.source_place}</p>}
        <p>{tool.tool_group}</p>
      </td>
      <td>
        <Tag tone={tool.side_effect === 'WRITE' ? 'warn' : 'plain'}>{t(`effectOf.${tool.side_effect}`)}</Tag>
      </td>
      <td className={list.soft} data-empty={tool.risk === null || undefined}>
        {tool.risk ? <Tag tone={RISK_TONES[tool.risk]}>{t(`riskOf.${tool.risk}`)}</Tag> : t('noRisk')}
      </td>
      <td className={styles.calls} data-empty={tool.calls === 0 || undefined}>
        <Calls tool={tool} />
      </td>
      <td className={list.soft} data-empty={saved === undefined || undefined}>
        {saved ? t('saved', { count: saved.calls, tokens: saved.tokensSaved }) : t('nothingSaved')}
      </td>
    </tr>
  );
}

/** How its calls have fared in the process that answered. */
function Calls({ tool: { calls, failures, circuit } }: { readonly tool: Tool }) {
  const { t } = useTranslation('tools');
  const percent = calls === 0 ? 0 : Math.round((100 * failures) / calls);
  return (
    <>
      <span className={list.soft}>{calls === 0 ? t('nothingSaved') : t('calls', { count: calls })}</span>
      {failures > 0 && <Tag tone="warn">{t('failures', { count: failures, percent })}</Tag>}
      {circuit !== null && circuit !== 'CLOSED' && (
        <Tag tone={circuit === 'OPEN' ? 'bad' : 'warn'}>{t(`circuit.${circuit}`)}</Tag>
      )}
    </>
  );
}
