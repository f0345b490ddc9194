import { Button } from '@mantine/core';
import { IconEye, IconPlus, IconSettings, IconTrash, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReportGroup } from '@vitrine/contract/features/reportGroups.ts';
import { list as groupList } from '@vitrine/contract/features/reportGroups.ts';
import { menu, mine } from '@vitrine/contract/features/reportReading.ts';
import type { Report } from '@vitrine/contract/features/reports.ts';
import { get, list as listEndpoint, remove } from '@vitrine/contract/features/reports.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '../../core/allRows.ts';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { useShortcuts } from '../../core/shortcuts.ts';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { RowAction } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';
import { useReportColumns } from './reportColumns.tsx';
import type { PanelTab } from './reportPanel.tsx';

const RegisterPanel = lazy(async () => ({ default: (await import('./registerPanel.tsx')).RegisterPanel }));
const ReportPanel = lazy(async () => ({ default: (await import('./reportPanel.tsx')).ReportPanel }));
const ConfirmDelete = lazy(async () => ({ default: (await import('../../core/ui/ConfirmDelete.tsx')).ConfirmDelete }));

/** What is open beside the list stands in the address: `?register=1`, `?report=<id>&tab=access`. */
function useOpenPanel(): {
  registering: boolean;
  report: string | undefined;
  tab: PanelTab;
  register: () => void;
  open: (id: string, tab: PanelTab) => void;
  close: () => void;
} {
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const { register, report, tab, ...rest } = search;
  const show = (panel: Record<string, string>) => void navigate({ to: '.', search: { ...rest, ...panel } });
  return {
    registering: register !== undefined,
    report,
    tab: tab === 'access' ? 'access' : 'settings',
    register: () => show({ register: '1' }),
    open: (id, next) => show({ report: id, tab: next }),
    close: () => show({}),
  };
}

/** `/management/report`: registered reports, how they are shown, and to whom. */
export function Reports() {
  const { t } = useTranslation(['reports', 'ui']);
  const navigate = useNavigate();
  const stale = useStale();
  const panel = useOpenPanel();
  const groups = useAllRows<ReportGroup>(groupList);
  const list = useList<Report>(listEndpoint, { name: 'page_report', filters: ['group_id'] });
  const [removing, setRemoving] = useState<Report | null>(null);
  useShortcuts({ n: panel.register });
  const changed = () => stale(listEndpoint, get, groupList, menu, mine);

  const actions: RowAction<Report>[] = [
    { key: 'access', label: t('grants'), icon: <IconUsers size={16} />, run: (row) => panel.open(row.id, 'access') },
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
      run: (row) => void navigate({ to: `/${row.id}/reports/view` }),
    },
    {
      key: 'remove',
      label: t('ui:delete'),
      icon: <IconTrash size={16} />,
      danger: true,
      when: (row) => row.can.remove,
      run: setRemoving,
    },
  ];
  const registerButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={panel.register}>
      {t('register')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {registerButton}
      </PageHeader>
      <DataGrid
        label={t('title')}
        list={list}
        columns={useReportColumns()}
        filters={[{ key: 'group_id', label: t('group'), options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })) }]}
        actions={actions}
        onOpen={(row) => panel.open(row.id, 'access')}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: registerButton }}
      />
      <Suspense fallback={null}>
        {panel.registering ? (
          <RegisterPanel onRegistered={() => void changed()} onOpen={(id) => panel.open(id, 'access')} onClose={panel.close} />
        ) : null}
        {panel.report ? (
          <ReportPanel
            key={panel.report}
            id={panel.report}
            tab={panel.tab}
            onTab={(tab) => panel.report && panel.open(panel.report, tab)}
            onChanged={() => void changed()}
            onClose={panel.close}
          />
        ) : null}
        {removing ? (
          <ConfirmDelete
            name={removing.title}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(remove, { params: { id: removing.id } });
              await changed();
            }}
          >
            <p>{t('remove_text')}</p>
          </ConfirmDelete>
        ) : null}
      </Suspense>
    </>
  );
}
