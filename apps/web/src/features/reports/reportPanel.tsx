import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { get } from '@vitrine/contract/features/reports.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../core/query.ts';
import { SidePanel } from '../../core/ui/SidePanel.tsx';
import { ErrorState } from '../../core/ui/States.tsx';
import { AccessTab } from './reportAccess/accessTab.tsx';
import { SettingsTab } from './settingsTab.tsx';

export type PanelTab = 'access' | 'settings';

type Props = { id: string; tab: PanelTab; onTab: (tab: PanelTab) => void; onChanged: () => void; onClose: () => void };

/** One registered report: who sees it, and how it is shown. */
export function ReportPanel({ id, tab, onTab, onChanged, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { data: report, error, refetch } = useEndpoint(get, { params: { id } });
  return (
    <SidePanel title={report?.title ?? ''} size={640} onClose={onClose}>
      {error && !report ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {report ? (
        <Tabs
          value={tab}
          onChange={(next) => onTab(next === 'settings' ? 'settings' : 'access')}
          keepMounted={false}
          styles={{ root: { display: 'flex', flex: 1, flexDirection: 'column' }, panel: { display: 'flex', flex: 1, paddingTop: 16 } }}
        >
          <Tabs.List>
            <Tabs.Tab value="access">{t('grants')}</Tabs.Tab>
            <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="access">
            <AccessTab report={report} onChanged={onChanged} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <SettingsTab key={report.version} report={report} onSaved={onChanged} />
          </Tabs.Panel>
        </Tabs>
      ) : null}
    </SidePanel>
  );
}
