import { add, update } from '@vitrine/contract/signIn/saml.ts';
import type { SamlApp } from '@vitrine/contract/signIn/saml.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { ProviderGroups } from '#ui/providers/providerGroups.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import type { AppValues } from './appFields.ts';
import { bodyOf, labelsOf, providerFields, valuesOf } from './appFields.ts';
import { ProviderDocument } from './providerDocument.tsx';

type Props = { app: SamlApp | null; onClose: () => void; onSaved: () => void };

/** A SAML app: the provider, whom of it the unit lets in, and what they get. */
export function AppPanel({ app, onClose, onSaved }: Props) {
  const { t } = useTranslation('saml');
  const state = useResourceForm<AppValues>({
    initial: valuesOf(app),
    version: app?.version,
    schema: app ? update.body : add.body,
    labels: labelsOf(t),
    toBody: (values) => ({ ...bodyOf(values), ...(app ? { id: app.id } : {}) }),
    save: (body) => (app ? call(update, { body }) : call(add, { body })),
    success: ({ values: { name } }) => t(app ? 'saved' : 'added', { name }),
    onSaved,
  });
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  const { form } = state;
  return (
    <SidePanel title={app ? app.name : t('add')} size={600} onClose={() => void close()}>
      <ProviderDocument
        onRead={({ entity_id, sso_url, slo_url, certificates }) =>
          form.setValues({
            entity_id,
            sso_url,
            slo_url: slo_url ?? '',
            certificate: certificates[0]?.pem ?? '',
            next_certificate: certificates[1]?.pem ?? '',
          })
        }
      />
      <ResourceForm state={state} fields={providerFields(t)} onCancel={() => void close()}>
        <ProviderGroups
          value={form.getValues().groups}
          onChange={(groups) => form.setFieldValue('groups', groups)}
          valueLabel={t('group_value')}
          fresh={{ value: '' }}
          notice={t('groups_hint')}
          errors={form.errors}
        />
      </ResourceForm>
    </SidePanel>
  );
}
