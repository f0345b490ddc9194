import { ofReport } from '#endpoints/audit/audit.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { get } from '#endpoints/reports/reports.ts';
import { verdictOn } from '#platform/access.ts';
import { useStale } from '#platform/query.ts';
import { useViewer } from '#shell/viewer.ts';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import type { OpenHistory } from '#ui/history/useHistory.ts';
import { useHistory } from '#ui/history/useHistory.ts';
import type { ObjectTab } from '#ui/object/objectTabs.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { AccessTab } from './reportAccess/accessTab.tsx';
import { SettingsTab } from './settingsTab.tsx';

const RefreshTab = onDemand(async () => (await import('./datasetRefresh/refreshTab.tsx')).RefreshTab);
const HealthTab = onDemand(async () => (await import('./reportHealth/healthTab.tsx')).HealthTab);
const MaintenanceTab = onDemand(async () => (await import('./reportMaintenance/maintenanceTab.tsx')).MaintenanceTab);
const UseTab = onDemand(async () => (await import('./reportPreview/useTab.tsx')).UseTab);

type Wanted = {
  id: string;
  /** As a list had it, until its own answer is there. */
  row: Report | undefined;
  whole: Report | undefined;
  /** False for the operator, whose reports have no groups, readers or schedules. */
  placed: boolean;
  onChanged: () => void;
};

type ReportTabs = { tabs: ObjectTab[]; history: OpenHistory; mayReadLog: boolean };

/** The tabs of a report, which its page and its preview have in common, and what happened to it. */
export function useReportTabs({ id, row, whole, placed, onChanged }: Wanted): ReportTabs {
  const stale = useStale();
  const mayReadLog = verdictOn('audit', useViewer()) === 'open';
  const history = useHistory(ofReport, id, mayReadLog);
  const changed = () => {
    void stale(get, ofReport);
    onChanged();
  };
  const tabs: (ObjectTab | false)[] = [
    placed && { name: 'access', content: row ? <AccessTab report={row} onChanged={changed} /> : null },
    // A form starts with current data, not with a row of a list.
    { name: 'settings', content: whole ? <SettingsTab key={id} report={whole} placed={placed} onSaved={changed} /> : null },
    placed && (row === undefined || row.dataset_id !== null) && { name: 'refresh', content: row ? <RefreshTab report={row} /> : null },
    placed && { name: 'maintenance', content: row ? <MaintenanceTab report={row} /> : null },
    placed && { name: 'health', content: row ? <HealthTab report={row} /> : null },
    { name: 'use', content: <UseTab reportId={id} placed={placed} /> },
    mayReadLog && { name: 'history', content: <HistoryTab history={history} own={['report']} /> },
  ];
  return { tabs: tabs.filter((tab) => tab !== false), history, mayReadLog };
}
