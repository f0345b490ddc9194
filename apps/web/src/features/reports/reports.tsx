import { Button } from '@mantine/core';
import {
  IconCopy,
  IconEye,
  IconFileAnalytics,
  IconFileCode,
  IconLink,
  IconListSearch,
  IconPlus,
  IconRefresh,
  IconReportSearch,
  IconSettings,
  IconTool,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReportGroup } from '@vitrine/contract/features/reportGroups.ts';
import { list as groupList } from '@vitrine/contract/features/reportGroups.ts';
import { menu, mine } from '@vitrine/contract/features/reportReading.ts';
import type { Report } from '@vitrine/contract/features/reports.ts';
import { get, list as listEndpoint, remove, reportKinds } from '@vitrine/contract/features/reports.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAll, useAllRows } from '../../core/allRows.ts';
import { call } from '../../core/http.ts';
import type { ListView } from '../../core/listView.ts';
import { useLive } from '../../core/live.ts';
import { useStale } from '../../core/query.ts';
import { useUser } from '../../core/session.ts';
import { useShortcuts } from '../../core/shortcuts.ts';
import { toast } from '../../core/toast.ts';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { BulkAction, RowAction, Selection } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../core/ui/grid/useNamedRow.ts';
import { MenuButton } from '../../core/ui/MenuButton.tsx';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import { useReportColumns } from './reportColumns.tsx';
import { ViewTabs, viewOf } from './viewTabs.tsx';
import type { PanelTab } from './panelTabs.ts';
import { isPanelTab } from './panelTabs.ts';
import { isOfService } from './reportKind.tsx';

const RegisterPanel = lazy(async () => ({ default: (await import('./registerPanel.tsx')).RegisterPanel }));
const UsageView = lazy(async () => ({ default: (await import('./usage/usageView.tsx')).UsageView }));
const BudgetsView = lazy(async () => ({ default: (await import('./refresh/budgetsView.tsx')).BudgetsView }));
const MyRefreshes = lazy(async () => ({ default: (await import('./refresh/myRefreshes.tsx')).MyRefreshes }));
const AddPanel = lazy(async () => ({ default: (await import('./addPanel.tsx')).AddPanel }));
const ClonePanel = lazy(async () => ({ default: (await import('./clonePanel.tsx')).ClonePanel }));
const ReportPanel = lazy(async () => ({ default: (await import('./reportPanel.tsx')).ReportPanel }));
const AuditPage = lazy(async () => ({ default: (await import('./reportAccess/auditPage.tsx')).AuditPage }));
const BulkPanel = lazy(async () => ({ default: (await import('./reportAccess/bulkPanel.tsx')).BulkPanel }));
const ConfirmDelete = lazy(async () => ({ default: (await import('../../core/ui/ConfirmDelete.tsx')).ConfirmDelete }));

type Adding = 'register' | 'file' | 'link' | 'page';
const isOwnKind = (word: string | undefined): word is 'link' | 'page' => word === 'link' || word === 'page';

/** What is open beside the list stands in the address: `?register=1`, `?register=file`, `?add=link`, `?clone=<id>`, with a copy `&copy=<its id>&name=`, `?report=<id>&tab=access`. */
function useOpenPanel() {
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const { register, add, clone, copy, name = '', report, tab, ...rest } = search;
  const show = (panel: Record<string, string>) => void navigate({ to: '.', search: { ...rest, ...panel } });
  return {
    adding: register === 'file' ? ('file' as const) : register !== undefined ? ('register' as const) : isOwnKind(add) ? add : null,
    cloned: clone,
    copy: copy === undefined ? null : { external_report_id: copy, name },
    report,
    tab: isPanelTab(tab) ? tab : null,
    add: (what: Adding) => show(what === 'register' ? { register: '1' } : what === 'file' ? { register: 'file' } : { add: what }),
    clone: (id: string) => show({ clone: id }),
    open: (id: string, next: PanelTab) => show({ report: id, tab: next }),
    close: () => show({}),
  };
}

type Audience = 'unit' | 'operator';

function useReportActions(
  panel: ReturnType<typeof useOpenPanel>,
  audience: Audience,
  onRemove: (row: Report) => void,
): RowAction<Report>[] {
  const { t } = useTranslation(['reports', 'ui']);
  const navigate = useNavigate();
  const ofUnit = audience === 'unit';
  const actions: (RowAction<Report> | false)[] = [
    ofUnit && { key: 'access', label: t('grants'), icon: <IconUsers size={16} />, run: (row) => panel.open(row.id, 'access') },
    {
      key: 'settings',
      label: t('settings'),
      icon: <IconSettings size={16} />,
      shortcut: 'e',
      when: (row) => row.can.edit,
      run: (row) => panel.open(row.id, 'settings'),
    },
    {
      key: 'open',
      label: t('open'),
      icon: <IconEye size={16} />,
      when: (row) => row.active,
      // The operator has no viewer inside the portal: a page of its own shows the report.
      run: (row) => void navigate({ to: ofUnit ? `/${row.id}/reports/view` : `/${row.id}/reports/external` }),
    },
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
      run: (row) => panel.open(row.id, 'refresh'),
    },
    ofUnit && {
      key: 'maintenance',
      label: t('maintenance'),
      icon: <IconTool size={16} />,
      run: (row) => panel.open(row.id, 'maintenance'),
    },
    {
      key: 'clone',
      label: t('clone'),
      icon: <IconCopy size={16} />,
      when: (row) => row.can.edit,
      run: (row) => panel.clone(row.id),
    },
    { key: 'remove', label: t('ui:delete'), icon: <IconTrash size={16} />, danger: true, when: (row) => row.can.remove, run: onRemove },
  ];
  return actions.filter((action) => action !== false);
}

/** Registering is what is mostly done; links and pages stand behind the arrow beside it. */
function AddButtons({ onAdd }: { onAdd: (what: Adding) => void }) {
  const { t } = useTranslation('reports');
  return (
    <>
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
      <Button leftSection={<IconPlus size={16} />} onClick={() => onAdd('register')}>
        {t('register')}
      </Button>
    </>
  );
}

/** `/management/report`: what somebody manages of the reports; for readers that is how fresh their data are. */
export function Reports() {
  if (useUser()?.perfil_usuario !== 'user') return <UnitReports />;
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

/** `/report/a2m`: the operator's own reports. They stand in one place, and nobody else sees them. */
export const OperatorReports = () => <ReportList audience="operator" />;

type Bulk = { mode: 'add' | 'remove'; reportIds: readonly string[] };

/** Assigning and taking back for the selected reports; everything that the list finds is asked for first. */
function useBulkActions(view: ListView, onStart: (bulk: Bulk) => void): BulkAction[] {
  const { t } = useTranslation('reportAccess');
  const start = async (mode: Bulk['mode'], { ids, all }: Selection) => {
    try {
      const { q, filters } = view.state;
      const rows = all ? await loadAll<Report>(listEndpoint, { ...(q ? { q } : {}), ...filters }) : [];
      onStart({ mode, reportIds: all ? rows.map(({ id }) => id) : ids });
    } catch (error) {
      toast.failure(error);
    }
  };
  return [
    { key: 'add', label: t('bulk_add'), icon: <IconUserPlus size={16} />, run: (selection) => void start('add', selection) },
    { key: 'remove', label: t('bulk_remove'), icon: <IconUserMinus size={16} />, run: (selection) => void start('remove', selection) },
  ];
}

function ReportList({ audience }: { audience: Audience }) {
  const { t } = useTranslation(['reports', 'reportAccess', 'ui']);
  const ofUnit = audience === 'unit';
  const stale = useStale();
  const panel = useOpenPanel();
  const groups = useAllRows<ReportGroup>(groupList, { enabled: ofUnit });
  const list = useList<Report>(listEndpoint, { name: 'page_report', filters: ofUnit ? ['group_id', 'kind', 'state'] : ['kind', 'state'] });
  const [removing, setRemoving] = useState<Report | null>(null);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const bulkActions = useBulkActions(list.view, setBulk);
  const navigate = useNavigate();
  useShortcuts({ n: () => panel.add('register') });
  const changed = () => stale(listEndpoint, get, ...(ofUnit ? [groupList, menu, mine] : []));
  useLive('import', () => void changed());
  const firstTab = (row: Pick<Report, 'id'>) => panel.open(row.id, ofUnit ? 'access' : 'settings');

  const columns = useReportColumns();
  const addButtons = <AddButtons onAdd={panel.add} />;
  const added = (id: string) => {
    void changed();
    firstTab({ id });
  };
  const clonedRow = useNamedRow(list.rows, get, panel.cloned);
  const kinds = reportKinds.map((value) => ({ value, label: t(`kind_${value}`) }));
  const ofState = {
    key: 'state',
    label: t('state'),
    options: (['active', 'inactive'] as const).map((value) => ({ value, label: t(value) })),
  };
  const ofGroup = { key: 'group_id', label: t('group'), options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })) };
  return (
    <>
      <PageHeader title={t(ofUnit ? 'title' : 'operator_title')} description={t(ofUnit ? 'description' : 'operator_description')}>
        {ofUnit ? (
          <Button
            variant="default"
            leftSection={<IconReportSearch size={16} />}
            onClick={() => void navigate({ to: '.', search: { audit: '1' } })}
          >
            {t('reportAccess:audit')}
          </Button>
        ) : null}
        {addButtons}
      </PageHeader>
      {ofUnit ? <ViewTabs view="list" /> : null}
      <DataGrid
        label={t(ofUnit ? 'title' : 'operator_title')}
        list={list}
        columns={ofUnit ? columns : columns.filter(({ key }) => key !== 'group_name' && key !== 'grant_count')}
        filters={[...(ofUnit ? [ofGroup] : []), { key: 'kind', label: t('kind'), options: kinds }, ofState]}
        actions={useReportActions(panel, audience, setRemoving)}
        {...(ofUnit ? { bulkActions } : {})}
        onOpen={firstTab}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: addButtons }}
      />
      <Suspense fallback={null}>
        {panel.adding === 'register' || panel.adding === 'file' ? (
          <RegisterPanel
            from={panel.adding === 'file' ? 'file' : 'workspace'}
            onFrom={(from) => panel.add(from === 'file' ? 'file' : 'register')}
            placed={ofUnit}
            onRegistered={() => void changed()}
            onOpen={(id) => firstTab({ id })}
            onClose={panel.close}
          />
        ) : null}
        {panel.adding === 'link' || panel.adding === 'page' ? (
          <AddPanel key={panel.adding} kind={panel.adding} placed={ofUnit} onAdded={added} onClose={panel.close} />
        ) : null}
        {clonedRow ? (
          <ClonePanel key={clonedRow.id} report={clonedRow} copy={panel.copy} placed={ofUnit} onCloned={added} onClose={panel.close} />
        ) : null}
        {panel.report ? (
          <ReportPanel
            key={panel.report}
            id={panel.report}
            tab={panel.tab ?? (ofUnit ? 'access' : 'settings')}
            placed={ofUnit}
            onTab={(tab) => panel.report && panel.open(panel.report, tab)}
            onChanged={() => void changed()}
            onClose={panel.close}
          />
        ) : null}
        {bulk ? <BulkPanel {...bulk} onDone={() => void changed()} onClose={() => setBulk(null)} /> : null}
        {removing ? (
          <ConfirmDelete
            name={removing.title}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(remove, { params: { id: removing.id } });
              await changed();
            }}
          >
            <p>{t(isOfService(removing) ? 'remove_text' : 'remove_own_text')}</p>
          </ConfirmDelete>
        ) : null}
      </Suspense>
    </>
  );
}
