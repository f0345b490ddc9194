import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { update } from '@vitrine/contract/organisation/partners.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import type { PartnerValues } from './partnerForm.ts';
import { bodyOf, usePartnerFields, valuesOf } from './partnerForm.ts';

/** The contract of a partner on its page. */
export function PartnerSettings({ partner, onSaved }: { partner: Partner; onSaved: () => void }) {
  const { t } = useTranslation('partners');
  const { labels, fields } = usePartnerFields();
  const state = useResourceForm<PartnerValues>({
    initial: valuesOf(partner),
    version: partner.version,
    schema: update.body,
    labels,
    toBody: bodyOf,
    save: (body) => call(update, { params: { id: partner.id }, body }),
    success: ({ values: { name } }) => t('saved', { name }),
    onSaved,
  });
  return <ResourceForm state={state} fields={fields} />;
}
