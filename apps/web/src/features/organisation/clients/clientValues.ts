import type { Client } from '@vitrine/contract/organisation/clients.ts';
import { cleanTaxId, maskTaxId } from '@vitrine/contract/organisation/taxId.ts';
import type { TaxKind } from '@vitrine/contract/organisation/taxId.ts';
import { maskPostalCode } from '@vitrine/contract/organisation/brazil.ts';
import { moneyInput, parseMoney } from '@vitrine/contract/money.ts';
import { maskPhone } from '#ui/form/phoneMask.ts';

/** What the form of a client holds: numbers and amounts as they are typed. */
export type ClientValues = {
  kind: TaxKind;
  name: string;
  trade_name: string;
  tax_id: string;
  state_registration: string;
  state_registration_exempt: boolean;
  seller_name: string;
  seller_id: string;
  customer_code: string;
  postal_code: string;
  street: string;
  street_number: string;
  complement: string;
  district: string;
  city: string;
  region: string;
  business_email: string;
  invoice_email: string;
  commercial_phone: string;
  contract_date: string;
  due_day: number | '';
  first_month: string;
  price_cents: string;
  bonus_users: number | '';
  user_limit: number | '';
};

const empty: ClientValues = {
  kind: 'legal',
  name: '',
  trade_name: '',
  tax_id: '',
  state_registration: '',
  state_registration_exempt: false,
  seller_name: '',
  seller_id: '',
  customer_code: '',
  postal_code: '',
  street: '',
  street_number: '',
  complement: '',
  district: '',
  city: '',
  region: '',
  business_email: '',
  invoice_email: '',
  commercial_phone: '',
  contract_date: '',
  due_day: 10,
  first_month: '',
  price_cents: '',
  bonus_users: 0,
  user_limit: '',
};

/** The form of a client, or an empty one. */
export function valuesOf(client: Client | null, locale: string): ClientValues {
  if (!client) return empty;
  return {
    ...empty,
    kind: client.kind,
    name: client.name,
    trade_name: client.trade_name,
    tax_id: maskTaxId(client.kind, client.tax_id),
    state_registration: client.state_registration,
    state_registration_exempt: client.state_registration_exempt,
    seller_name: client.seller_name,
    seller_id: client.seller_id ?? '',
    customer_code: client.customer_code,
    postal_code: maskPostalCode(client.postal_code),
    street: client.street,
    street_number: client.street_number,
    complement: client.complement,
    district: client.district,
    city: client.city,
    region: client.region,
    business_email: client.business_email,
    invoice_email: client.invoice_email,
    commercial_phone: maskPhone(client.commercial_phone),
    contract_date: client.contract_date ?? '',
    due_day: client.due_day,
    first_month: client.first_month ?? '',
    price_cents: moneyInput(client.price_cents, locale),
    bonus_users: client.bonus_users,
    user_limit: client.user_limit ?? '',
  };
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** What is sent: an amount that is none stays a text, which the contract refuses at its field. */
export function bodyOf({ kind, ...values }: ClientValues, locale: string): object {
  const company = kind === 'legal';
  return {
    ...values,
    kind,
    tax_id: cleanTaxId(values.tax_id),
    trade_name: company ? values.trade_name : '',
    state_registration: company && !values.state_registration_exempt ? values.state_registration : '',
    state_registration_exempt: company && values.state_registration_exempt,
    seller_id: orNull(values.seller_id),
    seller_name: values.seller_id === '' ? values.seller_name : '',
    contract_date: orNull(values.contract_date),
    first_month: orNull(values.first_month),
    price_cents: parseMoney(values.price_cents, locale) ?? values.price_cents,
    user_limit: values.user_limit === '' ? null : values.user_limit,
  };
}
