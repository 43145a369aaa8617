import { Button, CloseButton } from '@mantine/core';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../../api/client';
import { useStore } from '../../api/store';
import { Difference } from '../../parts/difference';
import { Loading } from '../../parts/loading';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { WordForm } from '../../parts/word-form';
import { useIsSwitching } from './is-switching';
import rows from './rows.module.css';
import { Sandbox } from './sandbox';
import {
  type CheckedFile,
  type FilePlace,
  type FileVersion,
  fileKey,
  setText,
  texts,
  useFile,
  useFileCheck,
  useFileSwitch,
  useFilesAgain,
} from './use-files';

// Large, and only for who looks at a file.
const YamlEditor = lazy(() => import('./yaml-editor').then(({ YamlEditor: component }) => ({ default: component })));

/** Lines around what differs. */
const AROUND = 2;
const NOTHING: CheckedFile['problems'] = [];

interface FileFormProps {
  readonly place: FilePlace;
  /** Why nothing can be written in its folder; null where it can. */
  readonly problem: string | null;
  readonly onSwitched: (version: FileVersion) => void;
  readonly onClose: () => void;
}

/** One file, with what is wrong with it, what would change, and the switch to it. */
export function FileForm({ place, problem, onSwitched, onClose }: FileFormProps) {
  const { t } = useTranslation('rows');
  const id = useId();
  const file = useFile(place);
  const draft = useStore(texts)[fileKey(place)];
  const check = useFileCheck(place, draft);
  const isSwitching = useIsSwitching();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever chose the file reads on here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { data } = file;
  const checked = draft === undefined ? undefined : check.data;
  const isMine = draft !== undefined;
  const change = (text: string) =>
    setText(place, text === (data?.text ?? '') && data?.text !== null ? undefined : text);
  return (
    <section className={rows.form} aria-labelledby={id} inert={isSwitching}>
      <div className={rows.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {place.path}
        </h2>
        <CloseButton aria-label={t('form.close')} onClick={onClose} />
      </div>
      {file.error && !data && <Failed error={file.error} again={() => void file.refetch()} />}
      {file.isPending && <Loading lines={8} />}
      {data && !data.isOwn && place.kind === 'LANGUAGE' && <p className={rows.soft}>{t('files.packagedText')}</p>}
      {data && draft === null && <p>{t('files.willGo')}</p>}
      {data && draft !== null && (
        <Suspense fallback={<Loading lines={8} />}>
          <YamlEditor
            label={place.path}
            describedBy={`${id}-verdict`}
            value={draft ?? data.text ?? ''}
            isReadOnly={problem !== null}
            problems={checked?.problems ?? NOTHING}
            onChange={change}
          />
        </Suspense>
      )}
      {problem === null && (
        <div className={rows.buttons}>
          {isMine && (
            <Button variant="default" onClick={() => setText(place, undefined)}>
              {t('files.forget')}
            </Button>
          )}
          {!isMine && data?.isOwn && (
            <Button variant="default" onClick={() => setText(place, null)}>
              {t(place.kind === 'LANGUAGE' ? 'files.back' : 'files.remove')}
            </Button>
          )}
        </div>
      )}
      {check.error && isMine && data && <Failed error={check.error} again={() => void check.refetch()} />}
      {isMine && data && <Verdict id={`${id}-verdict`} check={check} />}
      {isMine && checked && <Difference before={checked.before ?? ''} now={checked.after ?? ''} around={AROUND} />}
      {isMine && checked && (
        <Switch place={place} text={draft} checked={checked} isCurrent={check.isCurrent} onSwitched={onSwitched} />
      )}
    </section>
  );
}

interface VerdictProps {
  readonly id: string;
  readonly check: ReturnType<typeof useFileCheck>;
}

function Verdict({ id, check }: VerdictProps) {
  const { t } = useTranslation('rows');
  const checked = check.isCurrent ? check.data : undefined;
  const problems = checked?.problems ?? [];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  return (
    <div id={id} className={rows.changes}>
      <p role="status" className={rows.verdict}>
        {!checked && !check.error && t('changes.checking')}
        {check.error && <Tag tone="bad">{t('changes.unchecked')}</Tag>}
        {errors > 0 && <Tag tone="bad">{t('files.errors', { count: errors })}</Tag>}
        {warnings > 0 && <Tag tone="warn">{t('changes.warnings', { count: warnings })}</Tag>}
        {checked && problems.length === 0 && <Tag tone="good">{t('changes.good')}</Tag>}
      </p>
      <ul className={rows.problems}>
        {problems.map(({ severity, where, line, message }) => (
          <li key={`${where} ${line} ${message}`} className={severity === 'error' ? rows.bad : rows.warn}>
            {where !== null && <code>{where}: </code>}
            {where === null && line !== null && <strong>{t('files.line', { line })} </strong>}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SwitchProps extends Pick<FileFormProps, 'place' | 'onSwitched'> {
  readonly text: string | null;
  readonly checked: CheckedFile;
  readonly isCurrent: boolean;
}

function Switch({ place, text, checked, isCurrent, onSwitched }: SwitchProps) {
  const { t } = useTranslation('rows');
  const change = useFileSwitch(place, onSwitched);
  const again = useFilesAgain();
  const [isTrying, setTrying] = useState(false);
  const mayGo = isCurrent && checked.problems.every(({ severity }) => severity !== 'error');
  // While something is wrong, what was good before is tried on.
  const [good, setGood] = useState(text);
  if (mayGo && good !== text) setGood(text);
  const isOld = change.error instanceof ServiceError && change.error.code === 'FILE_CHANGED';
  return (
    <>
      <div className={rows.buttons}>
        <Button
          variant="default"
          disabled={!mayGo && !isTrying}
          aria-expanded={isTrying}
          onClick={() => setTrying(!isTrying)}
        >
          {t('sandbox.try')}
        </Button>
      </div>
      {isTrying && <Sandbox tried={{ file: { ...place, text: good } }} onClose={() => setTrying(false)} />}
      <WordForm
        title={t('files.switchTitle')}
        text={t('files.switchText')}
        error={change.error}
        details={
          isOld && (
            <Button variant="default" onClick={() => void again().then(() => change.reset())}>
              {t('meanwhile.read')}
            </Button>
          )
        }
      >
        {(word) => (
          <Button
            loading={change.isPending}
            disabled={!mayGo}
            onClick={() => {
              const said = word();
              if (said) change.mutate({ base: checked.base, text, ...said });
            }}
          >
            {t('changes.switch')}
          </Button>
        )}
      </WordForm>
    </>
  );
}
