import { ActionIcon } from '@mantine/core';
import { IconArrowRight, IconChartBar, IconDatabase, IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { content } from '#endpoints/reports/workspaces.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';

const MoveDialog = onDemand(async () => (await import('./moveDialog.tsx')).MoveDialog);

type Report = Answer<typeof content>['reports'][number];
type Dataset = Answer<typeof content>['datasets'][number];

const kinds = { running: 'info', completed: 'success', failed: 'error', cancelled: 'neutral' } as const;

function ReportRow({ report, onMove }: { report: Report; onMove: (() => void) | null }) {
  const { t } = useTranslation('workspaces');
  const { name, kind, published, dataset } = report;
  return (
    <li>
      {kind === 'paginated' ? <IconFileText size={16} aria-hidden="true" /> : <IconChartBar size={16} aria-hidden="true" />}
      <span className={panel.what}>
        <span>{name}</span>
        <span className={panel.detail}>
          {[kind === 'paginated' ? t('paginated') : '', dataset === null ? '' : t('reads', { name: dataset })].filter(Boolean).join(' · ')}
        </span>
        {published.map(({ id, title }) => (
          <Link key={id} to={objectPath('/management/report', id)} className={panel.link ?? ''}>
            {t('published_as', { title })}
          </Link>
        ))}
        {published.length === 0 ? <span className={panel.detail}>{t('not_published')}</span> : null}
      </span>
      {onMove ? (
        <ActionIcon variant="subtle" aria-label={t('move_report', { name })} title={t('move')} onClick={onMove}>
          <IconArrowRight size={16} />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function DatasetRow({ dataset: { name, refreshable, refresh, report_count } }: { dataset: Dataset }) {
  const { t } = useTranslation('workspaces');
  return (
    <li>
      <IconDatabase size={16} aria-hidden="true" />
      <span className={panel.what}>
        <span>{name}</span>
        <span className={panel.detail}>
          {t('read_by', { count: report_count })}
          {refresh?.at ? (
            <>
              {' · '}
              <RelativeTimeCell value={refresh.at} />
            </>
          ) : null}
        </span>
      </span>
      {refresh ? (
        <StatusCell kind={kinds[refresh.state]}>{t(`refresh_${refresh.state}`)}</StatusCell>
      ) : (
        <span className={panel.detail}>{refreshable ? t('refresh_none') : t('refresh_live')}</span>
      )}
    </li>
  );
}

/** What is inside: reports, with the portal's own that show them, and datasets with their last refresh. */
export function ContentTab({ workspace, onChanged }: { workspace: Workspace; onChanged: () => void }) {
  const { t } = useTranslation('workspaces');
  const { account_id, workspace_id, can } = workspace;
  const { data, error, refetch } = useEndpoint(content, { params: { account_id, workspace_id } });
  const [moved, setMoved] = useState<Report | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <div className={panel.stack}>
      <h3 className={panel.what}>{t('reports')}</h3>
      {data.reports.length === 0 ? <p className={panel.note}>{t('no_reports')}</p> : null}
      {data.reports.length > 0 ? (
        <ul className={panel.rows} aria-label={t('reports')}>
          {data.reports.map((report) => (
            <ReportRow key={report.id} report={report} onMove={can.edit && report.kind === 'report' ? () => setMoved(report) : null} />
          ))}
        </ul>
      ) : null}
      {can.edit && data.reports.some(({ kind }) => kind === 'paginated') ? <p className={panel.note}>{t('paginated_stay')}</p> : null}
      <h3 className={panel.what}>{t('datasets')}</h3>
      {data.datasets.length === 0 ? <p className={panel.note}>{t('no_datasets')}</p> : null}
      {data.datasets.length > 0 ? (
        <ul className={panel.rows} aria-label={t('datasets')}>
          {data.datasets.map((dataset) => (
            <DatasetRow key={dataset.id} dataset={dataset} />
          ))}
        </ul>
      ) : null}
      <Suspense fallback={null}>
        {moved ? <MoveDialog workspace={workspace} report={moved} onMoved={onChanged} onClose={() => setMoved(null)} /> : null}
      </Suspense>
    </div>
  );
}
