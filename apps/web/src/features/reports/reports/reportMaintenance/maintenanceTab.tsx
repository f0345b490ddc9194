import { Button } from '@mantine/core';
import { IconPlus, IconTool } from '@tabler/icons-react';
import type { MaintenanceWindow } from '@vitrine/contract/reports/reportMaintenance.ts';
import { end, list, mine, remove } from '#endpoints/reports/reportMaintenance.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { zoneName } from '@vitrine/contract/zoneName.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { MaintenanceForm } from './maintenanceForm.tsx';
import css from './maintenance.module.css';
import { WindowRow } from './windowRow.tsx';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

/** Maintenance windows of the report: planned, current and past. */
export function MaintenanceTab({ report }: { report: Report }) {
  const { t } = useTranslation('reportMaintenance');
  const stale = useStale();
  const params = { id: report.id };
  const { data, error, refetch } = useEndpoint(list, { params });
  const [editing, setEditing] = useState<MaintenanceWindow | 'new' | null>(null);
  const [removing, setRemoving] = useState<MaintenanceWindow | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;

  const changed = async () => {
    await stale(list, mine);
    setEditing(null);
  };
  const endNow = async (window: MaintenanceWindow) => {
    try {
      await call(end, { params: { ...params, window_id: window.id } });
      await changed();
      toast.success(t('ended', { title: report.title }));
    } catch (failure) {
      toast.failure(failure);
    }
  };
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  if (editing) {
    return (
      <MaintenanceForm
        key={editing === 'new' ? 'new' : editing.id}
        reportId={report.id}
        title={report.title}
        timezone={data.timezone}
        window={editing === 'new' ? null : editing}
        onSaved={() => void changed()}
        onCancel={() => setEditing(null)}
      />
    );
  }
  return (
    <div className={css.tab}>
      {data.data.length === 0 ? (
        <EmptyState icon={<IconTool size={28} stroke={1.4} />} title={t('empty_title')} text={t('empty_text')} action={addButton} />
      ) : (
        <>
          <div className={css.head}>
            <span className={css.dim}>{t('zone', { zone: zoneName(data.timezone, currentLocale()) })}</span>
            {addButton}
          </div>
          <ul className={css.rows}>
            {data.data.map((window) => (
              <WindowRow
                key={window.id}
                window={window}
                onEdit={() => setEditing(window)}
                onEnd={() => void endNow(window)}
                onRemove={() => setRemoving(window)}
              />
            ))}
          </ul>
        </>
      )}
      {removing ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={t('remove_title')}
            text={t('remove_text')}
            danger
            onClose={() => setRemoving(null)}
            onConfirm={async () => {
              await call(remove, { params: { ...params, window_id: removing.id } });
              await changed();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
