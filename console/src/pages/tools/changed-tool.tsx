import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../../api/client';
import { useMay } from '../../api/me';
import { Difference } from '../../parts/difference';
import { WordForm } from '../../parts/word-form';
import styles from './changed-tool.module.css';
import { type RemoteTool, useAccept } from './use-tools';

/** A tool that is held because its server says something else of it than before: what, and the way to accept it. */
export function ChangedTool({ server, tool }: { readonly server: string; readonly tool: RemoteTool }) {
  const { t } = useTranslation('tools');
  const mayAccept = useMay()('servers.approve');
  const accept = useAccept(server, tool);
  const shown = useRef(tool.seenHash);
  useEffect(() => {
    shown.current = tool.seenHash;
  }, [tool.seenHash]);
  // What came while somebody wrote is not what they have read: they are told of it first.
  const [read, setRead] = useState(tool.seenHash);
  const readAnew = (error: unknown) => {
    if (error instanceof ServiceError && error.code === 'INVALID_REQUEST') setRead(shown.current);
  };
  return (
    <>
      {tool.changes.map(({ part, before, now }) => (
        <section key={part} className={styles.change} aria-label={t('change.of', { tool: tool.tool, part })}>
          <p>
            <code>{tool.tool}</code> · <code>{part}</code>
          </p>
          <Difference before={textOf(before)} now={textOf(now)} />
        </section>
      ))}
      {mayAccept && (
        <WordForm title={t('change.title', { tool: tool.code })} text={t('change.text')} error={accept.error} needsNote>
          {(word) => (
            <Button
              loading={accept.isPending}
              onClick={() => {
                const said = word();
                if (said) accept.mutate({ ...said, seenHash: read }, { onError: readAnew });
              }}
            >
              {t('change.accept')}
            </Button>
          )}
        </WordForm>
      )}
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
