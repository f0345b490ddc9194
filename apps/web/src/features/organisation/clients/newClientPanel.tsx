import { add, choices } from '@vitrine/contract/organisation/clients.ts';
import { moneyInput } from '@vitrine/contract/money.ts';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { useEndpoint } from '#platform/query.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useNextStep } from '#ui/useNextStep.ts';
import { ClientFields, useClientLabels } from './clientFields.tsx';
import { clientPaths } from './clientSituation.tsx';
import type { ClientValues } from './clientValues.ts';
import { bodyOf, valuesOf } from './clientValues.ts';

type NewValues = ClientValues & { partner_id: string; situation: string };

/** In what a new client may begin. */
const beginnings = ['prospect', 'trial', 'active'] as const;

/** A new client, beside the list. */
export function NewClientPanel({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation(['clients', 'ui']);
  const locale = currentLocale();
  const nextStep = useNextStep();
  const offered = useEndpoint(choices, {}).data;
  const labels = { ...useClientLabels('legal'), name: t('name'), tax_id: t('tax_id'), partner_id: t('partner'), situation: t('situation') };
  const state = useResourceForm<NewValues>({
    initial: { ...valuesOf(null, locale), partner_id: '', situation: 'prospect' },
    schema: add.body,
    labels,
    toBody: ({ partner_id, situation, ...values }) => ({ ...bodyOf(values, locale), partner_id, situation }),
    save: (body) => call(add, { body }),
    success: ({ id, values: { name } }) => nextStep(t('created', { name }), `${clientPaths.operator}/${id}`),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const { form } = state;
  // The fields of a client are part of this form, and know nothing of the two that it has besides.
  const clientForm = form as unknown as UseFormReturnType<ClientValues>;
  const chosen = (id: string) => {
    const partner = offered?.partners.find((one) => one.id === id);
    if (!partner || form.getValues().price_cents !== '') return;
    form.setFieldValue('price_cents', moneyInput(partner.price_cents, locale));
    form.setFieldValue('bonus_users', partner.bonus_users);
  };
  form.watch('partner_id', ({ value }) => chosen(value));
  return (
    <SidePanel title={t('add')} size={640} onClose={() => void state.mayLeave().then((yes) => yes && onClose())}>
      <ResourceForm
        state={state}
        fields={[]}
        submitLabel={t('ui:add')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      >
        {/* Chosen from the beginning: the list of partners is not filled while it stands open. */}
        {offered ? (
          <ClientFields
            form={clientForm}
            sellers={offered.own_only ? null : offered.sellers}
            first={
              <>
                <FieldInput
                  focused
                  field={{
                    kind: 'select',
                    name: 'partner_id',
                    label: t('partner'),
                    required: true,
                    options: offered.partners.filter(({ closed }) => !closed).map(({ id, name }) => ({ value: id, label: name })),
                  }}
                  form={form}
                />
                <FieldInput
                  field={{
                    kind: 'select',
                    name: 'situation',
                    label: t('situation'),
                    description: t('situation_text'),
                    options: beginnings.map((value) => ({ value, label: t(`situation_${value}`) })),
                  }}
                  form={form}
                />
              </>
            }
          />
        ) : null}
      </ResourceForm>
    </SidePanel>
  );
}
