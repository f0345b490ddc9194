import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { moneyInput, parseMoney } from '@vitrine/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#platform/locale.ts';
import type { Field } from '#ui/form/types.ts';

/** What the form of a partner holds: numbers and amounts as they are typed. */
export type PartnerValues = {
  name: string;
  contract_date: string;
  allow_several_people: boolean;
  unit_limit: number | '';
  user_limit: number | '';
  price_cents: string;
  bonus_users: number | '';
};

export const valuesOf = (partner: Partner | null): PartnerValues => ({
  name: partner?.name ?? '',
  contract_date: partner?.contract_date ?? '',
  allow_several_people: partner?.allow_several_people ?? false,
  unit_limit: partner?.unit_limit ?? '',
  user_limit: partner?.user_limit ?? '',
  price_cents: partner ? moneyInput(partner.price_cents, currentLocale()) : '',
  bonus_users: partner?.bonus_users ?? 0,
});

const orNull = <Value>(value: Value | ''): Value | null => (value === '' ? null : value);

/** What is sent: an amount that is none stays a text, which the contract refuses at its field. */
export const bodyOf = (values: PartnerValues): object => ({
  ...values,
  contract_date: orNull(values.contract_date),
  unit_limit: orNull(values.unit_limit),
  user_limit: orNull(values.user_limit),
  price_cents: parseMoney(values.price_cents, currentLocale()) ?? values.price_cents,
});

/** The fields of a contract with their names. */
export function usePartnerFields(): { labels: Record<keyof PartnerValues, string>; fields: Field[] } {
  const { t } = useTranslation('partners');
  const labels = {
    name: t('name'),
    contract_date: t('contract_date'),
    allow_several_people: t('allow_several_people'),
    unit_limit: t('unit_limit'),
    user_limit: t('user_limit'),
    price_cents: t('price_cents'),
    bonus_users: t('bonus_users'),
  };
  const fields: Field[] = [
    { kind: 'text', name: 'name', label: labels.name, required: true },
    { kind: 'date', name: 'contract_date', label: labels.contract_date },
    { kind: 'number', name: 'unit_limit', label: labels.unit_limit, description: t('unit_limit_text'), min: 0 },
    { kind: 'number', name: 'user_limit', label: labels.user_limit, description: t('user_limit_text'), min: 0 },
    { kind: 'text', name: 'price_cents', label: labels.price_cents, description: t('price_text'), placeholder: '29,90', required: true },
    { kind: 'number', name: 'bonus_users', label: labels.bonus_users, description: t('bonus_users_text'), min: 0 },
    { kind: 'switch', name: 'allow_several_people', label: labels.allow_several_people, description: t('allow_several_people_text') },
  ];
  return { labels, fields };
}
