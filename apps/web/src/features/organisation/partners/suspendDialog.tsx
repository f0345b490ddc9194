import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { suspend, suspensionNoticeDays } from '@vitrine/contract/organisation/partners.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';

const dayMs = 86_400_000;

/** Announces a suspension: says what it means, and on which day it begins. */
export function SuspendDialog({ partner, onSaved, onClose }: { partner: Partner; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('partners');
  // A day more than the notice, so that it is long enough in every zone.
  const [first] = useState(() => new Date(Date.now() + (suspensionNoticeDays + 1) * dayMs).toISOString().slice(0, 10));
  const labels = { suspends_on: t('suspend_day') };
  const state = useResourceForm({
    initial: { suspends_on: partner.suspends_on ?? first },
    version: partner.version,
    schema: suspend.body,
    labels,
    save: (body) => call(suspend, { params: { id: partner.id }, body }),
    success: t('suspend_done', { name: partner.name }),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <SidePanel title={t('suspend_title', { name: partner.name })} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[
          {
            kind: 'date',
            name: 'suspends_on',
            label: labels.suspends_on,
            description: t('suspend_day_text', { days: suspensionNoticeDays }),
            required: true,
          },
        ]}
        submitLabel={t('suspend_yes')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      >
        <p className={panel.note}>{t('suspend_long')}</p>
      </ResourceForm>
    </SidePanel>
  );
}
