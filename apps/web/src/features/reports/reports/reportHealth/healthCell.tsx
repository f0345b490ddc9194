import type { ReportMark } from '@vitrine/contract/reports/reportHealth.ts';
import { useTranslation } from 'react-i18next';
import type { StatusKind } from '#ui/cells.tsx';
import { Nothing, StatusCell } from '#ui/cells.tsx';

export const markKinds: Record<ReportMark['mark'], StatusKind> = { good: 'success', attention: 'warning', act: 'error' };

/** The mark of a report, and in words the one thing that is advised. */
export function HealthCell({ health }: { health: ReportMark | null }) {
  const { t } = useTranslation('reportHealth');
  if (!health) return <Nothing />;
  return <StatusCell kind={markKinds[health.mark]}>{t(health.advice ? `short_${health.advice}` : `mark_${health.mark}`)}</StatusCell>;
}
