import type { Domain } from '@vitrine/contract/organisation/domains.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { add, get, list, offer as offerEndpoint } from '@vitrine/contract/organisation/domains.ts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useViewer } from '#shell/viewer.ts';
import css from './domains.module.css';

type Offer = Answer<typeof offerEndpoint>;
type Props = { onAdded: (id: string) => void; onClose: () => void };

/** The partner itself stands first; a choice of one is none. */
const self = 'self';

function AskForm({ offer, onAdded, onClose }: Props & { offer: Offer }) {
  const { t } = useTranslation('domains');
  const stale = useStale();
  const { role } = useViewer();
  const owners = offer.owners.map(({ tenant_id, name }) => ({
    value: tenant_id ?? self,
    label: tenant_id === null ? t('owner_partner') : name,
  }));
  const labels = { host: t('host'), owner: t('owner') };
  const state = useResourceForm({
    initial: { host: '', owner: owners[0]?.value ?? self },
    schema: add.body,
    labels,
    toBody: ({ host, owner }) => ({ host, tenant_id: owner === self ? null : owner, fee_cents: role === 'operator' ? 0 : offer.fee_cents }),
    save: (body) =>
      call(add, { body }).then(async (added: Domain) => {
        await stale(list, get);
        onAdded(added.id);
      }),
    success: t(offer.asks_partner ? 'asked_partner' : 'asked'),
  });
  const cancel = async () => {
    if (await state.mayLeave()) onClose();
  };
  const choice: Field[] =
    owners.length > 1 ? [{ kind: 'select', name: 'owner', label: labels.owner, options: owners, searchable: true }] : [];
  return (
    <SidePanel title={t('add')} onClose={() => void cancel()}>
      <p className={css.offer}>
        {role === 'operator' || offer.fee_cents === 0 ? t('offer_free') : t('offer_fee', { fee: formatMoney(offer.fee_cents) })}
        {offer.asks_partner ? ` ${t('offer_partner')}` : ''}
      </p>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'text', name: 'host', label: labels.host, description: t('host_hint'), placeholder: t('host_example'), required: true },
          ...choice,
        ]}
        submitLabel={t('ask')}
        onCancel={() => void cancel()}
      />
    </SidePanel>
  );
}

/** Asks for a domain, after saying what it costs. */
export function NewDomainPanel(props: Props) {
  const { data } = useEndpoint(offerEndpoint, {});
  return data ? <AskForm offer={data} {...props} /> : null;
}
