import '@mantine/core/styles/Tabs.layer.css';
import { Button, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { get } from '@vitrine/contract/reports/reports.ts';
import { operatorReportsPath } from '@vitrine/contract/wire.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#platform/documentTitle.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { ErrorState } from '#ui/states.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { LiveFrame } from './liveFrame.tsx';
import { ProblemsTab } from './reportProblemsTab.tsx';
import { ViewsTab } from './viewsTab.tsx';
import css from './preview.module.css';
import { AccessTab } from '../reportAccess/accessTab.tsx';

const RefreshTab = onDemand(async () => (await import('../datasetRefresh/refreshTab.tsx')).RefreshTab);
const MyHistory = onDemand(async () => (await import('../datasetRefresh/myHistory.tsx')).MyHistory);
const MaintenanceTab = onDemand(async () => (await import('../reportMaintenance/maintenanceTab.tsx')).MaintenanceTab);

const tabs = ['access', 'views', 'problems', 'refresh', 'maintenance'] as const;
type Tab = (typeof tabs)[number];

/** Tabs beside the preview: access, views, problems, refreshes. */
function Panel({ report }: { report: Report }) {
  const { t } = useTranslation('reportPreview');
  const navigate = useNavigate();
  const stale = useStale();
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const placed = useRole() !== 'operator';
  // The operator's reports have no readers, no problems and no schedules.
  const shown: Tab[] = placed ? tabs.filter((name) => name !== 'refresh' || report.dataset_id !== null) : ['views'];
  const chosen = shown.find((name) => name === tab) ?? shown[0] ?? 'views';
  return (
    <Tabs
      value={chosen}
      onChange={(next) => void navigate({ to: '.', search: { tab: next ?? '' }, replace: true })}
      keepMounted={false}
      styles={{ panel: { paddingTop: 16 } }}
    >
      <Tabs.List>
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Suspense fallback={null}>
        <Tabs.Panel value="access">
          <AccessTab report={report} onChanged={() => void stale(get)} />
        </Tabs.Panel>
        <Tabs.Panel value="views">
          <ViewsTab reportId={report.id} />
        </Tabs.Panel>
        <Tabs.Panel value="problems">
          <ProblemsTab reportId={report.id} />
        </Tabs.Panel>
        <Tabs.Panel value="refresh">
          <RefreshTab report={report} />
        </Tabs.Panel>
        <Tabs.Panel value="maintenance">
          <MaintenanceTab report={report} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}

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
  useDocumentTitle(report?.title ?? t('title'));
  if (error && !report) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={css.preview}>
      <header className={css.bar} data-surface="card">
        <Button
          component={Link}
          to={operator ? operatorReportsPath : '/management/report'}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
        >
          {t('back')}
        </Button>
        <h1>{report?.title ?? t('title')}</h1>
      </header>
      <div className={css.halves}>
        <LiveFrame id={id} />
        <aside className={css.panel} data-surface="card" aria-label={t('title')}>
          <h2 className="visually-hidden">{t('title')}</h2>
          {report ? <Panel report={report} /> : null}
        </aside>
      </div>
    </div>
  );
}
