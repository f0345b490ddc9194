import type { Place } from '@vitrine/contract/organisation/maintenance.ts';
import { list, ofPlatform } from '@vitrine/contract/organisation/maintenance.ts';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { change } from './change.ts';

const durations = ['15', '30', '60', '120', '240', '480', 'open'] as const;

/** Begins maintenance: what people read, and how long it lasts. */
export function MaintenancePanel({ place, name, onClose }: { place: Place; name: string; onClose: () => void }) {
  const { t } = useTranslation('maintenance');
  const stale = useStale();
  const labels = { message: t('message'), minutes: t('lasts') };
  const state = useResourceForm({
    initial: { message: '', minutes: '60' },
    schema: ofPlatform.body,
    labels,
    toBody: ({ message, minutes }) => ({ on: true, message, minutes: minutes === 'open' ? null : Number(minutes) }),
    save: (body) => change(place, body),
    success: t('begun'),
    onSaved: () => {
      void stale(list);
      onClose();
    },
  });
  const cancel = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('begin_of', { name })} onClose={() => void cancel()}>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'textarea', name: 'message', label: labels.message, description: t('message_hint') },
          {
            kind: 'select',
            name: 'minutes',
            label: labels.minutes,
            description: t('lasts_hint'),
            options: durations.map((value) => ({ value, label: t(`lasts_${value}`) })),
          },
        ]}
        submitLabel={t('begin')}
        onCancel={() => void cancel()}
      />
    </SidePanel>
  );
}
