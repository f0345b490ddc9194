import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { get, list } from '#endpoints/reports/reports.ts';
import { operatorReportsPath } from '@vitrine/contract/wire.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#platform/documentTitle.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { CertifiedMark } from '#ui/certifiedMark.tsx';
import { ErrorState } from '#ui/states.tsx';
import { ObjectTabs } from '#ui/object/objectTabs.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useReportTabs } from '../useReportTabs.tsx';
import { LiveFrame } from './liveFrame.tsx';
import css from './preview.module.css';

const MyHistory = onDemand(async () => (await import('../datasetRefresh/myHistory.tsx')).MyHistory);

/** `/:id/management/view`: the preview for administrators; for readers the refreshes of the report. */
export function ReportPreview() {
  if (useRole() !== 'user') return <Preview />;
  return (
    <Suspense fallback={null}>
      <MyHistory />
    </Suspense>
  );
}

/** The report as its administrator sees it, and everything about it beside. */
function Preview() {
  const { t } = useTranslation('reportPreview');
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { data: report, error, refetch } = useEndpoint(get, { params: { id } });
  const operator = useRole() === 'operator';
  const stale = useStale();
  const { tabs } = useReportTabs({ id, row: report, whole: report, placed: !operator, onChanged: () => void stale(list) });
  useDocumentTitle(report?.title ?? t('title'));
  if (error && !report) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={css.preview}>
      <header className={css.bar} data-surface="card">
        <Button
          component={Link}
          to={objectPath(operator ? operatorReportsPath : '/management/report', id)}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
        >
          {t('to_page')}
        </Button>
        <h1>{report?.title ?? t('title')}</h1>
        {report?.certified ? <CertifiedMark /> : null}
      </header>
      <div className={css.halves}>
        <LiveFrame id={id} />
        <aside className={css.panel} data-surface="card" aria-label={t('title')}>
          <h2 className="visually-hidden">{t('title')}</h2>
          {report ? <ObjectTabs label={t('title')} tabs={tabs} /> : null}
        </aside>
      </div>
    </div>
  );
}
