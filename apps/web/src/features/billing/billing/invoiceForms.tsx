import type { Invoice } from '@vitrine/contract/billing/billing.ts';
import { cancel, pay } from '@vitrine/contract/billing/billing.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { invoice: Invoice; onDone: () => void; onClose: () => void };

const todayHere = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());

/** The day on which an invoice was paid. */
export function PayPanel({ invoice, onDone, onClose }: Props) {
  const { t } = useTranslation('billing');
  const { id, version } = invoice;
  const state = useResourceForm({
    initial: { paid_on: todayHere() },
    version,
    schema: pay.body,
    labels: { paid_on: t('paid_on') },
    save: (body) => call(pay, { params: { id }, body }),
    success: t('paid_done'),
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  return (
    <SidePanel title={t('pay')} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'date', name: 'paid_on', label: t('paid_on'), required: true }]}
        submitLabel={t('pay')}
        onCancel={onClose}
      />
    </SidePanel>
  );
}

/** Why an invoice is cancelled. */
export function CancelPanel({ invoice, onDone, onClose }: Props) {
  const { t } = useTranslation('billing');
  const { id, version } = invoice;
  const state = useResourceForm({
    initial: { reason: '' },
    version,
    schema: cancel.body,
    labels: { reason: t('reason') },
    save: (body) => call(cancel, { params: { id }, body }),
    success: t('cancel_done'),
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  const text = invoice.state === 'paid' ? t('cancel_paid_text') : t('cancel_text');
  return (
    <SidePanel title={t('cancel')} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'textarea', name: 'reason', label: t('reason'), description: text, required: true }]}
        submitLabel={t('cancel')}
        onCancel={onClose}
      />
    </SidePanel>
  );
}
