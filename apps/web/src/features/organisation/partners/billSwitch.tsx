import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import type { PartnerStaff } from '@vitrine/contract/organisation/partners.ts';
import { giveBilling } from '#endpoints/organisation/partners.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';

type Props = {
  partner: PartnerStaff;
  person: PartnerStaff['staff'][number];
  onChanged: () => Promise<unknown>;
};

/** Whether somebody of the partner gets the invoices by mail. Everybody of it sees them in the portal. */
export function BillSwitch({ partner, person: { id, name, billing_administrator: given }, onChanged }: Props) {
  const { t } = useTranslation('partners');
  const [busy, setBusy] = useState(false);
  const give = async () => {
    if (busy) return;
    setBusy(true);
    const body = { billing_administrator: !given };
    await call(giveBilling, { params: { id: partner.id, person_id: id }, body }).then(
      () => toast.success(t(given ? 'bills_off' : 'bills_on', { name })),
      toast.failure,
    );
    await onChanged();
    setBusy(false);
  };
  return (
    <Switch
      size="xs"
      label={t('bills')}
      aria-label={t('bills_of', { name })}
      checked={given}
      disabled={!partner.can.give_billing}
      onChange={() => void give()}
    />
  );
}
