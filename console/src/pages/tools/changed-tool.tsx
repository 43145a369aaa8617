import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WordForm } from '../../parts/word-form';
import styles from './changed-tool.module.css';
import { diffLines } from './diff-lines';
import { type RemoteTool, useAccept } from './use-tools';

/** A tool that is held because its server says something else of it than before: what, and the way to accept it. */
export function ChangedTool({ server, tool }: { readonly server: string; readonly tool: RemoteTool }) {
  const { t } = useTranslation('tools');
  const accept = useAccept(server, tool);
  return (
    <>
      {tool.changes.map(({ part, before, now }) => (
        <section key={part} className={styles.change} aria-label={t('change.of', { tool: tool.tool, part })}>
          <p>
            <code>{tool.tool}</code> · <code>{part}</code>
          </p>
          <Difference before={before} now={now} />
        </section>
      ))}
      <WordForm title={t('change.title', { tool: tool.code })} text={t('change.text')} error={accept.error} needsNote>
        {(word) => (
          <Button
            loading={accept.isPending}
            onClick={() => {
              const said = word();
              if (said) accept.mutate(said);
            }}
          >
            {t('change.accept')}
          </Button>
        )}
      </WordForm>
    </>
  );
}

function Difference({ before, now }: { readonly before: unknown; readonly now: unknown }) {
  return (
    <pre className={styles.lines} tabIndex={0}>
      {diffLines(textOf(before), textOf(now)).map(({ sign, text }, place) => {
        const line = `${sign} ${text}\n`;
        if (sign === '-') return <del key={place}>{line}</del>;
        return sign === '+' ? <ins key={place}>{line}</ins> : <span key={place}>{line}</span>;
      })}
    </pre>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
