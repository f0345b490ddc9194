import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ProcessingRecords } from '@vitrine/contract/privacy/processingRecords.ts';
import { document, get } from '#endpoints/privacy/processingRecords.ts';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './processingRecords.module.css';

const OfficerPanel = onDemand(async () => (await import('./officerPanel.tsx')).OfficerPanel);

type Activity = ProcessingRecords['activities'][number];

function Download() {
  const { t } = useTranslation('processingRecords');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveFile(document, {}).catch(toast.failure);
    setBusy(false);
  };
  return (
    <Button leftSection={<IconDownload size={16} aria-hidden />} loading={busy} onClick={() => void save()}>
      {t('download')}
    </Button>
  );
}

function Parties({ records: { unit, partner, officer, can } }: { records: ProcessingRecords }) {
  const { t } = useTranslation('processingRecords');
  const [editing, setEditing] = useState(false);
  return (
    <section data-surface="card" className={css.card} aria-label={t('parties')}>
      <h2>{t('parties')}</h2>
      <dl className={css.facts}>
        <dt>{t('controller')}</dt>
        <dd>{unit}</dd>
        <dt>{t('operator')}</dt>
        <dd>{t('operator_name')}</dd>
        {partner === null ? null : (
          <>
            <dt>{t('partner')}</dt>
            <dd>{partner}</dd>
          </>
        )}
        <dt>{t('officer')}</dt>
        <dd>
          {officer.name === '' ? t('officer_none') : `${officer.name}, ${officer.email}`}{' '}
          {can.edit ? (
            <Button variant="default" size="compact-sm" className={css.edit ?? ''} onClick={() => setEditing(true)}>
              {t('officer_edit')}
            </Button>
          ) : null}
        </dd>
      </dl>
      <Suspense fallback={null}>{editing ? <OfficerPanel officer={officer} onClose={() => setEditing(false)} /> : null}</Suspense>
    </section>
  );
}

function ActivityCard({ activity }: { activity: Activity }) {
  const { t } = useTranslation('processingRecords');
  const heading = useId();
  return (
    <article data-surface="card" className={css.card} aria-labelledby={heading}>
      <h3 id={heading}>{activity.title}</h3>
      <dl className={css.facts}>
        {(['purpose', 'basis', 'people', 'data', 'sources', 'recipients', 'kept'] as const).map((key) => {
          const said = activity[key];
          return said.length === 0 ? null : (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{typeof said === 'string' ? said : said.map((one) => <span key={one}>{one}</span>)}</dd>
            </div>
          );
        })}
      </dl>
    </article>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: string[] }) {
  return (
    <section data-surface="card" className={css.card} aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** `/privacy/records`: what the portal does with personal data in the unit, as a page and as a document. */
export function ProcessingRecordsPage() {
  const { t } = useTranslation('processingRecords');
  const { data, error, refetch } = useEndpoint(get, {});
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} description={t('description')}>
        <Download />
      </PageHeader>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={480} /> : null}
      {data ? (
        <>
          <p className={css.made}>{t('made', { date: formatDate(data.made_at) })}</p>
          <Parties records={data} />
          <h2 className={css.heading}>{t('activities')}</h2>
          {data.activities.map((activity) => (
            <ActivityCard key={activity.key} activity={activity} />
          ))}
          <Sentences title={t('measures')} sentences={data.measures} />
          <Sentences title={t('end')} sentences={data.end} />
        </>
      ) : null}
    </div>
  );
}
