import { IconFileExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '#ui/menuButton.tsx';
import { BarButton } from '../barButton.tsx';
import type { Action } from '../useReportActions.tsx';

/** Files of the report, data of a visual, and what was exported before. */
export function ExportMenu({ actions, ready }: { actions: readonly Action[]; ready: boolean }) {
  const { t } = useTranslation('reportReading');
  if (actions.length === 0) return null;
  return (
    <MenuButton
      label={t('export_start')}
      entries={actions.map(({ label, icon, run, always }) => ({ label, icon, run, disabled: !ready && !always }))}
      renderTarget={(props) => (
        <BarButton {...props} icon={<IconFileExport size={18} stroke={1.6} aria-hidden="true" />} label={t('export_start')} />
      )}
    />
  );
}
