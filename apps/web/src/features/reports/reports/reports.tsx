import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconEye,
  IconFileAnalytics,
  IconFileCode,
  IconLink,
  IconListSearch,
  IconRefresh,
  IconReportSearch,
  IconSettings,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReportGroup } from '@vitrine/contract/reports/reportGroups.ts';
import { list as groupList } from '#endpoints/reports/reportGroups.ts';
import { menu, mine } from '#endpoints/reading/reportReading.ts';
import type { ListedReport, Report } from '@vitrine/contract/reports/reports.ts';
import { restore } from '#endpoints/reports/reportHealth.ts';
import { get, list as listEndpoint, remove } from '#endpoints/reports/reports.ts';
import { operatorReportsPath } from '@vitrine/contract/wire.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import type { RowAction } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import type { TabName } from '#ui/object/objectTabs.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useOpenObject } from '#ui/object/useOpenObject.ts';
import { usePanels } from '#ui/resource/usePanels.ts';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import type { Sharing } from '#ui/sharing/useSharing.tsx';
import { useSharing } from '#ui/sharing/useSharing.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { filtersOfOperator, filtersOfUnit, useReportFilters } from './reportFilters.ts';
import { useReportColumns } from './reportColumns.tsx';
import { ViewTabs, viewOf } from './viewTabs.tsx';
import { isOfService } from './reportKind.tsx';
import type { Bulk } from './useBulkActions.tsx';
import { useBulkActions } from './useBulkActions.tsx';

const RegisterPanel = onDemand(async () => (await import('./registerPanel.tsx')).RegisterPanel);
const UsageView = onDemand(async () => (await import('./reportUsage/usageView.tsx')).UsageView, { namespaces: ['reportUsage'] });
const BudgetsView = onDemand(async () => (await import('./datasetRefresh/budgetsView.tsx')).BudgetsView, { namespaces: ['serviceFaults'] });
const MyRefreshes = onDemand(async () => (await import('./datasetRefresh/myRefreshes.tsx')).MyRefreshes, { namespaces: ['serviceFaults'] });
const AddPanel = onDemand(async () => (await import('./addPanel.tsx')).AddPanel);
const ClonePanel = onDemand(async () => (await import('./clonePanel.tsx')).ClonePanel);
const ManyReportsDialog = onDemand(async () => (await import('./manyReportsDialog.tsx')).ManyReportsDialog);
const ArchivePanel = onDemand(async () => (await import('./reportHealth/archivePanel.tsx')).ArchivePanel);
const AuditPage = onDemand(async () => (await import('./reportAccess/auditPage.tsx')).AuditPage);
const BulkPanel = onDemand(async () => (await import('./reportAccess/bulkPanel.tsx')).BulkPanel);

type Adding = 'register' | 'file' | 'link' | 'page';
const isOwnKind = (word: string | undefined): word is 'link' | 'page' => word === 'link' || word === 'page';

/** `?register=1`, `?register=file`, `?add=link`, `?unused=1`, `?clone=<id>`, with a copy `&copy=<its id>&name=`. */
function useReportPanels() {
  const { opened, show, close, leave } = usePanels('register', 'add', 'clone', 'copy', 'name', 'unused');
  const { register, add, clone, copy, name = '', unused } = opened;
  return {
    adding: register === 'file' ? ('file' as const) : register !== undefined ? ('register' as const) : isOwnKind(add) ? add : null,
    cloned: clone,
    archiving: unused !== undefined,
    archive: () => show({ unused: '1' }),
    copy: copy === undefined ? null : { external_report_id: copy, name },
    add: (what: Adding) => show(what === 'register' ? { register: '1' } : what === 'file' ? { register: 'file' } : { add: what }),
    clone: (id: string) => show({ clone: id }),
    close,
    leave,
  };
}

/** Opens the page of a report, at one of its tabs. */
type OpenPage = (id: string, tab?: TabName) => void;

type Audience = 'unit' | 'operator';

function useReportActions(
  openPage: OpenPage,
  clone: (id: string) => void,
  audience: Audience,
  { label, icon, share }: Sharing,
  bringBack: (row: Report) => Promise<void>,
  removeAction: RowAction<Report>,
): RowAction<Report>[] {
  const { t } = useTranslation(['reports', 'reportHealth']);
  const navigate = useNavigate();
  const ofUnit = audience === 'unit';
  const actions: (RowAction<Report> | false)[] = [
    ofUnit && { key: 'access', label: t('grants'), icon: <IconUsers size={16} />, run: (row) => openPage(row.id) },
    {
      key: 'settings',
      label: t('settings'),
      icon: <IconSettings size={16} />,
      shortcut: 'e',
      when: (row) => row.can.edit,
      run: (row) => openPage(row.id, 'settings'),
    },
    {
      key: 'open',
      label: t('open'),
      icon: <IconEye size={16} />,
      when: (row) => row.active,
      // The operator has no viewer inside the portal: a page of its own shows the report.
      run: (row) => void navigate({ to: ofUnit ? `/${row.id}/reports/view` : `/${row.id}/reports/external` }),
    },
    ofUnit && share !== null && { key: 'share', label, icon, when: (row) => row.active, run: share },
    {
      key: 'preview',
      label: t('preview'),
      icon: <IconListSearch size={16} />,
      run: (row) => void navigate({ to: `/${row.id}/management/view` }),
    },
    ofUnit && {
      key: 'refresh',
      label: t('refresh'),
      icon: <IconRefresh size={16} />,
      when: (row) => row.dataset_id !== null,
      run: (row) => openPage(row.id, 'refresh'),
    },
    ofUnit && {
      key: 'maintenance',
      label: t('maintenance'),
      icon: <IconTool size={16} />,
      run: (row) => openPage(row.id, 'maintenance'),
    },
    {
      key: 'restore',
      label: t('reportHealth:restore'),
      icon: <IconArchiveOff size={16} />,
      when: (row) => row.can.edit && row.archived_at !== null,
      run: (row) => void bringBack(row),
    },
    {
      key: 'clone',
      label: t('clone'),
      icon: <IconCopy size={16} />,
      when: (row) => row.can.edit,
      run: (row) => clone(row.id),
    },
    removeAction,
  ];
  return actions.filter((action) => action !== false);
}

/** *Register* is the main button; links and HTML pages are in its menu. */
function OtherWaysToAdd({ onAdd }: { onAdd: (what: Adding) => void }) {
  const { t } = useTranslation('reports');
  return (
    <MenuButton
      label={t('add_other')}
      align="end"
      entries={[
        { label: t('add_upload'), icon: <IconFileAnalytics size={16} />, run: () => onAdd('file') },
        { label: t('add_link'), icon: <IconLink size={16} />, run: () => onAdd('link') },
        { label: t('add_page'), icon: <IconFileCode size={16} />, run: () => onAdd('page') },
      ]}
      renderTarget={(props) => (
        <Button {...props} variant="default">
          {t('add_other')}
        </Button>
      )}
    />
  );
}

/** `/management/report`: registered reports for administrators; for readers refreshes of their reports. */
export function Reports() {
  if (useRole() !== 'user') return <UnitReports />;
  return (
    <Suspense fallback={null}>
      <MyRefreshes />
    </Suspense>
  );
}

/** Registered reports, how they are shown, and to whom. */
function UnitReports() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const { t } = useTranslation('reports');
  const view = viewOf(search['view']);
  // Messages of former versions lead to a report as a part of the list.
  if (search['report'])
    return (
      <Navigate to={objectPath('/management/report', search['report'])} search={search['tab'] ? { tab: search['tab'] } : {}} replace />
    );
  if (search['audit'] === undefined && view === 'list') return <ReportList audience="unit" />;
  if (search['audit'] === undefined) {
    return (
      <>
        <PageHeader title={t('title')} description={t('description')} />
        <ViewTabs view={view} />
        <Suspense fallback={null}>{view === 'usage' ? <UsageView /> : <BudgetsView />}</Suspense>
      </>
    );
  }
  return (
    <Suspense fallback={null}>
      <AuditPage />
    </Suspense>
  );
}

/** The operator's own reports. They stand in one place, and nobody else sees them. */
export const OperatorReports = () => <ReportList audience="operator" />;

const ofUnitOnly = ['group_name', 'health', 'grant_count', 'owner'];

function ReportList({ audience }: { audience: Audience }) {
  const { t } = useTranslation(['reports', 'reportAccess', 'reportHealth']);
  const ofUnit = audience === 'unit';
  const stale = useStale();
  const navigate = useNavigate();
  const panel = useReportPanels();
  const groups = useAllRows<ReportGroup>(groupList, { enabled: ofUnit });
  const list = useList<ListedReport>(listEndpoint, { name: 'page_report', filters: ofUnit ? filtersOfUnit : filtersOfOperator });
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const bulkActions = useBulkActions(list.view, setBulk);
  const clonedRow = useNamedRow<Report>(list.rows, get, panel.cloned);
  const changed = () => stale(listEndpoint, get, ...(ofUnit ? [groupList, menu, mine] : []));
  useLive('import', () => void changed());
  const removal = useRemoval<Report>({
    endpoint: remove,
    nameOf: ({ title }) => title,
    done: (title) => t('removed', { title }),
    losses: (row) => (isOfService(row) ? { goes: t('remove_goes'), stays: t('remove_stays') } : { goes: t('remove_own_goes') }),
    onRemoved: changed,
  });
  const sharing = useSharing();
  const path = ofUnit ? '/management/report' : operatorReportsPath;
  const openPage: OpenPage = useOpenObject(path);
  const bringBack = async ({ id, title }: Report) => {
    try {
      await call(restore, { body: { report_ids: [id] } });
      toast.success(t('reportHealth:restored', { title }));
      await changed();
    } catch (error) {
      toast.failure(error);
    }
  };
  const actions = useReportActions(openPage, panel.clone, audience, sharing, bringBack, removal.action);
  const columns = useReportColumns();
  const filters = useReportFilters(ofUnit ? (groups.data ?? []) : null);
  const added = async (id: string) => {
    void changed();
    await panel.leave();
    openPage(id);
  };
  // As the button to add: there from the first moment, so that nothing moves when the list comes.
  const mayArchive = list.can?.add !== false;
  const buttons = (
    <>
      {mayArchive ? (
        <Button variant="default" leftSection={<IconArchive size={16} />} onClick={panel.archive}>
          {t('reportHealth:archive_unused')}
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconReportSearch size={16} />}
        onClick={() => void navigate({ to: '.', search: { audit: '1' } })}
      >
        {t('reportAccess:audit')}
      </Button>
    </>
  );
  return (
    <ListPage
      title={t(ofUnit ? 'title' : 'operator_title')}
      description={t(ofUnit ? 'description' : 'operator_description')}
      buttons={ofUnit ? buttons : null}
      tabs={ofUnit ? <ViewTabs view="list" /> : null}
      list={list}
      columns={ofUnit ? columns : columns.filter(({ key }) => !ofUnitOnly.includes(key))}
      filters={filters}
      add={{ label: t('register'), run: () => panel.add('register'), otherWays: <OtherWaysToAdd onAdd={panel.add} /> }}
      actions={actions}
      {...(ofUnit ? { bulkActions } : {})}
      linkOf={({ id }) => objectPath(path, id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {panel.adding === 'register' || panel.adding === 'file' ? (
        <RegisterPanel
          from={panel.adding === 'file' ? 'file' : 'workspace'}
          onFrom={(from) => panel.add(from === 'file' ? 'file' : 'register')}
          placed={ofUnit}
          onRegistered={() => void changed()}
          onOpen={(id) => void added(id)}
          onClose={panel.close}
        />
      ) : null}
      {panel.adding === 'link' || panel.adding === 'page' ? (
        <AddPanel key={panel.adding} kind={panel.adding} placed={ofUnit} onAdded={(id) => void added(id)} onClose={panel.close} />
      ) : null}
      {clonedRow ? (
        <ClonePanel
          key={clonedRow.id}
          report={clonedRow}
          copy={panel.copy}
          placed={ofUnit}
          onCloned={(id) => void added(id)}
          onClose={panel.close}
        />
      ) : null}
      {panel.archiving && ofUnit ? <ArchivePanel onChanged={changed} onClose={panel.close} /> : null}
      {bulk?.wish === 'add' || bulk?.wish === 'remove' ? (
        <BulkPanel
          mode={bulk.wish}
          reportIds={bulk.reports.map(({ id }) => id)}
          onDone={() => void changed()}
          onClose={() => setBulk(null)}
        />
      ) : bulk ? (
        <ManyReportsDialog
          wish={bulk.wish}
          reports={bulk.reports}
          groups={groups.data ?? []}
          onDone={async (undone) => {
            bulk.keep(undone);
            await changed();
          }}
          onClose={() => setBulk(null)}
        />
      ) : null}
      {sharing.dialog}
      {removal.dialog}
    </ListPage>
  );
}
