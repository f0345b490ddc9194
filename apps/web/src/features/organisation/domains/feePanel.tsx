import { list, offer as offerEndpoint, setFee } from '@vitrine/contract/organisation/domains.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

function FeeForm({ fee_cents, onClose }: { fee_cents: number; onClose: () => void }) {
  const { t } = useTranslation('domains');
  const stale = useStale();
  const state = useResourceForm({
    initial: { fee_cents: fee_cents / 100 },
    schema: setFee.body,
    labels: { fee_cents: t('fee') },
    // Typed in reais, kept in cents.
    toBody: (values) => ({ fee_cents: Math.round(values.fee_cents * 100) }),
    save: (body) => call(setFee, { body }),
    success: t('fee_saved'),
    onSaved: () => {
      void stale(list, offerEndpoint);
      onClose();
    },
  });
  const cancel = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={t('fee')} onClose={() => void cancel()}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'number', name: 'fee_cents', label: t('fee'), description: t('fee_hint'), min: 0, decimals: 2, suffix: ' R$' }]}
        onCancel={() => void cancel()}
      />
    </SidePanel>
  );
}

/** For the operator: what a domain costs a month from now on. */
export function FeePanel({ onClose }: { onClose: () => void }) {
  const { data } = useEndpoint(offerEndpoint, {});
  return data ? <FeeForm fee_cents={data.fee_cents} onClose={onClose} /> : null;
}
