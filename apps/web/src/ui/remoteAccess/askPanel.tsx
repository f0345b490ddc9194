import { useNavigate } from '@tanstack/react-router';
import { ask, askStaff } from '@vitrine/contract/signIn/remoteAccess.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { firstWish, useWishFields } from './wishFields.ts';

/** Somebody of the unit, or of a partner. */
export type Whom = { membership_id: string } | { person_id: string };

/** Asks somebody whether one may act for them, and goes to where the answer comes. */
export function AskPanel({ whom, name, onClose }: { whom: Whom; name: string; onClose: () => void }) {
  const { t } = useTranslation('remoteAccess');
  const navigate = useNavigate();
  const asked = useRef('');
  const { fields, labels } = useWishFields(name);
  const endpoint = 'person_id' in whom ? askStaff : ask;
  const state = useResourceForm({
    initial: firstWish,
    schema: endpoint.body,
    labels,
    toBody: ({ minutes, ...values }) => ({ ...values, ...whom, minutes: Number(minutes), from: location.pathname }),
    save: async (body) => {
      asked.current = (await call(endpoint, { body })).id;
    },
    onSaved: () => void navigate({ to: `/authorization/${asked.current}` }),
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('ask_title', { name })} onClose={() => void close()}>
      <ResourceForm state={state} fields={fields} submitLabel={t('ask_send')} onCancel={() => void close()} />
    </SidePanel>
  );
}
