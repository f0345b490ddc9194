import type { Operations } from '@vitrine/contract/organisation/operations.ts';
import { get, logLevels, logMinutes, setLogLevel } from '@vitrine/contract/organisation/operations.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

/** How much all servers write into their logs, and for how long. */
export function LogPanel({ log, onClose }: Pick<Operations, 'log'> & { onClose: () => void }) {
  const { t } = useTranslation('operations');
  const stale = useStale();
  const labels = { level: t('level'), minutes: t('lasts') };
  const state = useResourceForm({
    initial: { level: log?.level ?? 'debug', minutes: '15' },
    schema: setLogLevel.body,
    labels,
    toBody: ({ level, minutes }) => ({ level, minutes: Number(minutes) }),
    save: (body) => call(setLogLevel, { body }),
    success: t('log_changed'),
    onSaved: () => {
      void stale(get);
      onClose();
    },
  });
  const cancel = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('log_change')} onClose={() => void cancel()}>
      <ResourceForm
        state={state}
        fields={[
          {
            kind: 'select',
            name: 'level',
            label: labels.level,
            description: t('level_hint'),
            options: logLevels.map((value) => ({ value, label: t(`level_${value}`) })),
          },
          {
            kind: 'select',
            name: 'minutes',
            label: labels.minutes,
            description: t('lasts_hint'),
            options: logMinutes.map((value) => ({ value: String(value), label: t(`lasts_${value}`) })),
          },
        ]}
        submitLabel={t('log_submit')}
        onCancel={() => void cancel()}
      />
    </SidePanel>
  );
}
