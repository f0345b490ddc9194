import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { get } from '@vitrine/contract/reports/reports.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import type { PanelTab } from './panelTabs.ts';
import { isPanelTab } from './panelTabs.ts';
import { AccessTab } from './reportAccess/accessTab.tsx';
import { SettingsTab } from './settingsTab.tsx';

const RefreshTab = onDemand(async () => (await import('./datasetRefresh/refreshTab.tsx')).RefreshTab);
const MaintenanceTab = onDemand(async () => (await import('./reportMaintenance/maintenanceTab.tsx')).MaintenanceTab);

type Props = {
  id: string;
  tab: PanelTab;
  /** False for the operator, whose reports have no groups, readers or schedules. */
  placed: boolean;
  onTab: (tab: PanelTab) => void;
  onChanged: () => void;
  onClose: () => void;
};

/** The panel of a registered report: assignments, settings, refreshes, maintenance. */
export function ReportPanel({ id, tab, placed, onTab, onChanged, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { data: report, error, refetch } = useEndpoint(get, { params: { id } });
  const label: Record<PanelTab, string> = {
    access: t('grants'),
    settings: t('settings'),
    refresh: t('refresh'),
    maintenance: t('maintenance'),
  };
  const tabs: PanelTab[] = placed
    ? ['access', 'settings', ...(report?.dataset_id ? (['refresh'] as const) : []), 'maintenance']
    : ['settings'];
  return (
    <SidePanel title={report?.title ?? (error ? t('title') : '')} size={680} onClose={onClose}>
      {error && !report ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {report ? (
        <Tabs
          value={tabs.includes(tab) ? tab : (tabs[0] ?? null)}
          onChange={(next) => {
            if (isPanelTab(next)) onTab(next);
          }}
          keepMounted={false}
          styles={{ root: { display: 'flex', flex: 1, flexDirection: 'column' }, panel: { display: 'flex', flex: 1, paddingTop: 16 } }}
        >
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {label[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Suspense fallback={null}>
            <Tabs.Panel value="access">
              <AccessTab report={report} onChanged={onChanged} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <SettingsTab report={report} placed={placed} onSaved={onChanged} />
            </Tabs.Panel>
            <Tabs.Panel value="refresh">
              <RefreshTab report={report} />
            </Tabs.Panel>
            <Tabs.Panel value="maintenance">
              <MaintenanceTab report={report} />
            </Tabs.Panel>
          </Suspense>
        </Tabs>
      ) : null}
    </SidePanel>
  );
}
