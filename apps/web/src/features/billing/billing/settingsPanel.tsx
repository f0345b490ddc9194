import { useQuery } from '@tanstack/react-query';
import type { BillingSettings } from '@vitrine/contract/billing/billing.ts';
import { getSettings, updateSettings } from '@vitrine/contract/billing/billing.ts';
import { moneyInput, parseMoney } from '@vitrine/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { ErrorState } from '#ui/states.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';

const names = ['issuer_name', 'issuer_tax_id', 'issuer_address', 'pix_text', 'payment_line', 'note'] as const;

function SettingsForm({ settings, onClose }: { settings: BillingSettings; onClose: () => void }) {
  const { t, i18n } = useTranslation('billing');
  const stale = useStale();
  const { version, domain_fee_cents, ...texts } = settings;
  const labels = Object.fromEntries([...names, 'domain_fee_cents' as const].map((name) => [name, t(name)]));
  const state = useResourceForm({
    initial: { ...texts, domain_fee_cents: moneyInput(domain_fee_cents, i18n.language) },
    version,
    schema: updateSettings.body,
    labels,
    // What is no amount is refused at its field.
    toBody: (values) => ({ ...values, domain_fee_cents: parseMoney(values.domain_fee_cents, i18n.language) ?? -1 }),
    save: (body) => call(updateSettings, { body }),
    success: t('settings_saved'),
    onSaved: () => {
      void stale(getSettings);
      onClose();
    },
  });
  return (
    <ResourceForm
      state={state}
      fields={[
        ...names.map((name) => ({
          kind: name === 'issuer_name' || name === 'issuer_tax_id' || name === 'payment_line' ? ('text' as const) : ('textarea' as const),
          name,
          label: t(name),
        })),
        { kind: 'text', name: 'domain_fee_cents', label: t('domain_fee_cents'), description: t('domain_fee_text') },
      ]}
      onCancel={onClose}
    />
  );
}

/** Who bills, how to pay, and what a domain costs. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { data, error, refetch } = useQuery({
    queryKey: [getSettings.path, {}],
    queryFn: ({ signal }) => call(getSettings, {}, signal),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  return (
    <SidePanel title={t('settings')} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? <SettingsForm settings={data} onClose={onClose} /> : null}
    </SidePanel>
  );
}
