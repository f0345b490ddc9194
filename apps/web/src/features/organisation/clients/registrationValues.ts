import type { ClientValues } from './clientValues.ts';
import { bodyOf, valuesOf } from './clientValues.ts';

/** What the wizard asks for, in the order of its steps. */
export type RegistrationValues = ClientValues & {
  unit_name: string;
  subdomain: string;
  unit_user_limit: number | '';
  admin_name: string;
  email: string;
  beginning: 'trial' | 'contract';
  demo_report: boolean;
};

export const steps = ['client', 'unit', 'admin', 'beginning', 'summary'] as const;
export type Step = (typeof steps)[number];
/** Of a further unit of a client that is there already. */
export const unitSteps: readonly Step[] = ['unit', 'admin', 'beginning', 'summary'];

/** The fields of the other steps; all others are the client's. */
const fieldsOf: Partial<Record<string, Step>> = {
  unit_name: 'unit',
  subdomain: 'unit',
  unit_user_limit: 'unit',
  admin_name: 'admin',
  email: 'admin',
  beginning: 'beginning',
  demo_report: 'unit',
  contract_date: 'beginning',
  first_month: 'beginning',
  due_day: 'beginning',
  user_limit: 'beginning',
};

/** The step that asks for a field. */
export const stepOf = (field: string): Step => fieldsOf[field] ?? 'client';

/** So many people a unit on trial has, as long as nothing else is agreed to. */
const usersOfTrial = 10;

export const emptyRegistration = (locale: string): RegistrationValues => ({
  ...valuesOf(null, locale),
  unit_name: '',
  subdomain: '',
  unit_user_limit: usersOfTrial,
  admin_name: '',
  email: '',
  beginning: 'trial',
  demo_report: false,
});

/** What is sent. The price is that of the partner's contract, and the operator's staff is none of the partner's. */
export function registrationOf(
  { unit_name, subdomain, unit_user_limit, admin_name, email, beginning, demo_report, ...client }: RegistrationValues,
  locale: string,
): object {
  const { price_cents: _price, bonus_users: _bonus, seller_id: _seller, ...body } = bodyOf(client, locale) as Record<string, unknown>;
  return { ...body, unit_name, subdomain, unit_user_limit, admin_name, email, beginning, demo_report };
}

/** What is sent for a further unit of a client. */
export const unitOf = ({
  unit_name,
  subdomain,
  unit_user_limit,
  admin_name,
  email,
  beginning,
  demo_report,
}: RegistrationValues): object => ({
  unit_name,
  subdomain,
  unit_user_limit,
  admin_name,
  email,
  beginning,
  demo_report,
});

/** A subdomain from the name of a unit: `Lojas São João` → `lojas-sao-joao`. */
export const subdomainFrom = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
