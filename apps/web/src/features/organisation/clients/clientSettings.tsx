import type { Client } from '@vitrine/contract/organisation/clients.ts';
import { choices, update } from '@vitrine/contract/organisation/clients.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { useEndpoint } from '#platform/query.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { ClientFields, useClientLabels } from './clientFields.tsx';
import type { ClientValues } from './clientValues.ts';
import { bodyOf, valuesOf } from './clientValues.ts';

/** The form of a client on its page. */
export function ClientSettings({ client, onSaved }: { client: Client; onSaved: () => void }) {
  const { t } = useTranslation('clients');
  const locale = currentLocale();
  const offered = useEndpoint(choices, {}).data;
  const state = useResourceForm<ClientValues>({
    initial: valuesOf(client, locale),
    version: client.version,
    schema: update.body,
    labels: useClientLabels(client.kind),
    toBody: (values) => bodyOf(values, locale),
    save: (body) => call(update, { params: { id: client.id }, body }),
    success: ({ values: { name } }) => t('saved', { name }),
    onSaved,
  });
  return (
    <ResourceForm state={state} fields={[]}>
      <ClientFields form={state.form} sellers={offered && !offered.own_only ? offered.sellers : null} />
    </ResourceForm>
  );
}
