import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { maskPostalCode, stateOfPostalCode, states } from '@vitrine/contract/organisation/brazil.ts';
import { maskTaxId, taxKinds } from '@vitrine/contract/organisation/taxId.ts';
import type { TaxKind } from '@vitrine/contract/organisation/taxId.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { maskPhone } from '#ui/form/phoneMask.ts';
import type { Field } from '#ui/form/types.ts';
import panel from '#ui/panel.module.css';
import type { ClientValues } from './clientValues.ts';
import { monthName, monthsAround } from './months.ts';

type Form = UseFormReturnType<ClientValues>;
type Named = { id: string; name: string };
type Props = { form: Form };

/** What the fields of a client are called, on the form and in its messages. */
export function useClientLabels(kind: TaxKind): Record<keyof ClientValues, string> {
  const { t } = useTranslation('clients');
  const words = [
    'kind',
    'trade_name',
    'state_registration',
    'state_registration_exempt',
    'seller_name',
    'seller_id',
    'customer_code',
    'postal_code',
    'street',
    'street_number',
    'complement',
    'district',
    'city',
    'region',
    'business_email',
    'invoice_email',
    'commercial_phone',
    'contract_date',
    'due_day',
    'first_month',
    'price_cents',
    'bonus_users',
    'user_limit',
  ] as const;
  return {
    ...(Object.fromEntries(words.map((word) => [word, t(word)])) as Record<(typeof words)[number], string>),
    name: t(kind === 'legal' ? 'legal_name' : 'person_name'),
    tax_id: t(kind === 'legal' ? 'cnpj' : 'cpf'),
  };
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={panel.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A field whose text is brought into its form while it is typed. */
function Masked({
  form,
  name,
  mask,
  ...input
}: Props & { name: 'tax_id' | 'postal_code' | 'commercial_phone' } & {
  label: string;
  mask: (text: string) => string;
  placeholder: string;
  required?: boolean;
  onMasked?: (text: string) => void;
}) {
  const { onMasked, required = false, ...rest } = input;
  return (
    <TextInput
      {...form.getInputProps(name)}
      {...rest}
      withAsterisk={required}
      autoComplete="off"
      onChange={(event) => {
        const text = mask(event.currentTarget.value);
        form.setFieldValue(name, text);
        onMasked?.(text);
      }}
    />
  );
}

/** Who the client is. `first` stands before: what only a new one is asked for. */
export function Identity({ form, first }: Props & { first?: ReactNode }) {
  const { t } = useTranslation('clients');
  const { kind, state_registration_exempt } = form.getValues();
  const labels = useClientLabels(kind);
  const company = kind === 'legal';
  return (
    <Section title={t('section_identity')}>
      {first}
      <FieldInput
        field={{
          kind: 'choice',
          name: 'kind',
          label: labels.kind,
          options: taxKinds.map((value) => ({ value, label: t(`kind_${value}`) })),
        }}
        form={form}
      />
      <div className={panel.pair}>
        <Masked
          form={form}
          name="tax_id"
          label={labels.tax_id}
          mask={(text) => maskTaxId(kind, text)}
          placeholder={company ? '12.ABC.345/01DE-35' : '529.982.247-25'}
          required
        />
        <FieldInput field={{ kind: 'text', name: 'name', label: labels.name, required: true }} form={form} />
      </div>
      {company ? (
        <>
          <FieldInput field={{ kind: 'text', name: 'trade_name', label: labels.trade_name }} form={form} />
          <FieldInput field={{ kind: 'switch', name: 'state_registration_exempt', label: labels.state_registration_exempt }} form={form} />
          {state_registration_exempt ? null : (
            <FieldInput field={{ kind: 'text', name: 'state_registration', label: labels.state_registration }} form={form} />
          )}
        </>
      ) : null}
    </Section>
  );
}

export function Address({ form }: Props) {
  const { t } = useTranslation('clients');
  const labels = useClientLabels('legal');
  const found = (text: string) => {
    const state = stateOfPostalCode(text.replace('-', ''));
    if (state) form.setFieldValue('region', state);
  };
  const text = (name: 'street' | 'street_number' | 'complement' | 'district' | 'city') => (
    <FieldInput field={{ kind: 'text', name, label: labels[name] }} form={form} />
  );
  return (
    <Section title={t('section_address')}>
      <div className={panel.pair}>
        <Masked form={form} name="postal_code" label={labels.postal_code} mask={maskPostalCode} placeholder="01310-100" onMasked={found} />
        <FieldInput
          field={{
            kind: 'select',
            name: 'region',
            label: labels.region,
            options: states.map((state) => ({ value: state, label: state })),
            clearable: true,
          }}
          form={form}
        />
      </div>
      {text('street')}
      <div className={panel.pair}>
        {text('street_number')}
        {text('complement')}
        {text('district')}
        {text('city')}
      </div>
    </Section>
  );
}

export function Contact({ form }: Props) {
  const { t } = useTranslation('clients');
  const labels = useClientLabels('legal');
  return (
    <Section title={t('section_contact')}>
      <div className={panel.pair}>
        <FieldInput
          field={{ kind: 'email', name: 'invoice_email', label: labels.invoice_email, description: t('invoice_email_text') }}
          form={form}
        />
        <FieldInput field={{ kind: 'email', name: 'business_email', label: labels.business_email }} form={form} />
      </div>
      <Masked form={form} name="commercial_phone" label={labels.commercial_phone} mask={maskPhone} placeholder="+55 (11) 3888-7777" />
    </Section>
  );
}

/** `priced`: the price is agreed on here; of clients that a partner signs up it is the partner's. */
export function Contract({ form, priced = true }: Props & { priced?: boolean }) {
  const { t } = useTranslation('clients');
  const labels = useClientLabels('legal');
  const [today] = useState(() => new Date());
  const fields: Field[] = [
    { kind: 'date', name: 'contract_date', label: labels.contract_date },
    {
      kind: 'select',
      name: 'first_month',
      label: labels.first_month,
      description: t('first_month_text'),
      options: monthsAround(today, form.getValues().first_month).map((month) => ({ value: month, label: monthName(month) })),
      clearable: true,
    },
    { kind: 'number', name: 'due_day', label: labels.due_day, description: t('due_day_text'), min: 1, max: 28, required: true },
    { kind: 'text', name: 'price_cents', label: labels.price_cents, description: t('price_text'), placeholder: '29,90', required: true },
    { kind: 'number', name: 'bonus_users', label: labels.bonus_users, description: t('bonus_users_text'), min: 0 },
    { kind: 'number', name: 'user_limit', label: labels.user_limit, description: t('user_limit_text'), min: 1 },
  ];
  return (
    <Section title={t('section_contract')}>
      <div className={panel.pair}>
        {(priced ? fields : fields.filter(({ name }) => name !== 'price_cents' && name !== 'bonus_users')).map((field) => (
          <FieldInput key={field.name} field={field} form={form} />
        ))}
      </div>
    </Section>
  );
}

/** Sellers among the staff are chosen, others are written down by name. Without `sellers` the client is the caller's own. */
function Service({ form, sellers }: Props & { sellers: readonly Named[] | null }) {
  const { t } = useTranslation('clients');
  const labels = useClientLabels('legal');
  const options = (sellers ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Section title={t('section_service')}>
      <div className={panel.pair}>
        {options.length > 0 ? (
          <FieldInput field={{ kind: 'select', name: 'seller_id', label: labels.seller_id, options, clearable: true }} form={form} />
        ) : null}
        {sellers && !form.getValues().seller_id ? (
          <FieldInput field={{ kind: 'text', name: 'seller_name', label: labels.seller_name }} form={form} />
        ) : null}
        <FieldInput
          field={{ kind: 'text', name: 'customer_code', label: labels.customer_code, description: t('customer_code_text') }}
          form={form}
        />
      </div>
    </Section>
  );
}

/** Everything that is written down about a client, in sections. */
export function ClientFields({ form, first, sellers }: Props & { first?: ReactNode; sellers: readonly Named[] | null }) {
  return (
    <>
      <Identity form={form} first={first} />
      <Address form={form} />
      <Contact form={form} />
      <Contract form={form} />
      <Service form={form} sellers={sellers} />
    </>
  );
}
