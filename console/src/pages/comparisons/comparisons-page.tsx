import { Button, FileButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/empty';
import list from '../../parts/list.module.css';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { When } from '../../parts/when';
import { type Opened, useOpened } from './opened';
import { ReportView } from './report';
import { type Shadow, useShadows } from './use-comparisons';

/** What another flow has made of what the one that runs was asked: shadows of the service, and reports in files. */
export function ComparisonsPage() {
  const { t } = useTranslation('comparisons');
  const { opened, open, close } = useOpened();
  const forgetFile = useRef<() => void>(null);
  const choose = (file: File | null) => {
    // The same one may be opened again: it may say something else by then.
    forgetFile.current?.();
    if (file) void open(file);
  };
  return (
    <Page
      title={t('title')}
      answer={t('question')}
      tools={
        <>
          <FileButton resetRef={forgetFile} accept="application/json" onChange={choose}>
            {(props) => (
              <Button {...props} variant="default">
                {t('open')}
              </Button>
            )}
          </FileButton>
          {opened && (
            <Button variant="default" onClick={close}>
              {t('close')}
            </Button>
          )}
        </>
      }
    >
      {opened ? <FromFile opened={opened} /> : <Shadows />}
    </Page>
  );
}

function FromFile({ opened: { name, report } }: { readonly opened: Opened }) {
  const { t } = useTranslation('comparisons');
  if (!report) {
    return (
      <Empty title={t('noReport', { name })}>
        <p>{t('noReportText')}</p>
      </Empty>
    );
  }
  return (
    <>
      <p role="status">
        {name}: {t(`compared.${report.kind}`, { count: report.compared })} {t('differing', { count: report.differing })}
      </p>
      <ReportView report={report} />
    </>
  );
}

function Shadows() {
  const { t } = useTranslation('comparisons');
  const shadows = useShadows();
  if (shadows.isLoading) return <Loading lines={4} />;
  if (shadows.error && !shadows.data) return <Failed error={shadows.error} again={() => void shadows.refetch()} />;
  if (!shadows.data || shadows.data.length === 0) {
    return (
      <Empty title={t('none')}>
        <p>{t('noneText')}</p>
      </Empty>
    );
  }
  return (
    <table className={list.list}>
      <thead>
        <tr>
          <th scope="col">{t('column.shadow')}</th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col">{t('column.compared')}</th>
          <th scope="col">{t('column.differing')}</th>
        </tr>
      </thead>
      <tbody>
        {shadows.data.map((shadow) => (
          <Row key={shadow.shadowNo} shadow={shadow} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ shadow }: { readonly shadow: Shadow }) {
  const { t } = useTranslation('comparisons');
  const { shadowNo, base, changes, startedAt, startedBy, note, endedWhy, compared, differing } = shadow;
  return (
    <tr>
      <th scope="row" className={list.wide}>
        <Link to="/comparisons/$shadowNo" params={{ shadowNo: String(shadowNo) }}>
          {t('shadow', { no: shadowNo })}
        </Link>
        <p className={list.soft}>
          {t('beside', { count: changes.length, base })} · {startedBy}, <When at={startedAt} />
          {note && `: ${note}`}
        </p>
      </th>
      <td>{endedWhy === null ? <Tag tone="good">{t('running')}</Tag> : t(`ended.${endedWhy}`)}</td>
      <td>{compared}</td>
      <td>{differing === 0 ? differing : <Tag tone="warn">{differing}</Tag>}</td>
    </tr>
  );
}
