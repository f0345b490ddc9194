/** Converts between a person of the contract and form values. */
import type { CustomField, CustomValue } from '@vitrine/contract/people/customFields.ts';
import type { User } from '@vitrine/contract/people/users.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { maskPhone } from '#ui/form/phoneMask.ts';

export type UserValues = {
  name: string;
  email: string;
  phone: string;
  role: User['role'];
  department: string;
  language: Locale;
  picture_id: string | null;
  authentication_level: User['authentication_level'];
  user_group_ids: string[];
  billing_administrator: boolean;
  support_agent: boolean;
  allow_remote_access: boolean;
  create_notifications: boolean;
  refresh_datasets: boolean;
  wake_capacities: boolean;
  ignore_auto_block: boolean;
  ip_exempt: boolean;
  hidden_menu: User['hidden_menu'];
  block_on: string;
  delete_on: string;
  access: 'invitation' | 'default_password';
  report_ids: string[];
  custom: Record<string, CustomValue>;
};

/** What an empty field of this kind holds in the form. */
const nothing = (field: CustomField): CustomValue => (field.type === 'checkbox' ? [] : '');

/** What a form begins with where there is nobody to take it from. */
const newcomer = {
  role: 'user',
  department: null,
  authentication_level: 'inherit',
  groups: [],
  billing_administrator: false,
  support_agent: false,
  allow_remote_access: false,
  create_notifications: false,
  refresh_datasets: false,
  wake_capacities: false,
  ignore_auto_block: false,
  ip_exempt: false,
  hidden_menu: [],
  block_on: null,
  delete_on: null,
  custom: {},
} satisfies Partial<User>;

/** Values of a person; for a clone without name and addresses. */
export function valuesOf(user: User | null, template: User | null, fields: readonly CustomField[], language: Locale): UserValues {
  const source: Pick<User, keyof typeof newcomer> & { language?: Locale } = user ?? template ?? newcomer;
  const { role, authentication_level, support_agent, allow_remote_access, create_notifications } = source;
  const { refresh_datasets, wake_capacities, ignore_auto_block, ip_exempt, hidden_menu } = source;
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: user?.phone ? maskPhone(user.phone) : '',
    picture_id: user?.picture_id ?? null,
    department: source.department ?? '',
    language: source.language ?? language,
    user_group_ids: source.groups.map(({ id }) => id),
    block_on: source.block_on ?? '',
    delete_on: source.delete_on ?? '',
    role,
    authentication_level,
    // Somebody new does not see bills because of whom they are a copy of.
    billing_administrator: user?.billing_administrator ?? false,
    support_agent,
    allow_remote_access,
    create_notifications,
    refresh_datasets,
    wake_capacities,
    ignore_auto_block,
    ip_exempt,
    hidden_menu,
    access: 'invitation',
    report_ids: [],
    custom: Object.fromEntries(fields.map((field) => [field.id, source.custom[field.id] ?? nothing(field)])),
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** Fields of the body that adding and changing have in common. */
export function bodyOf({ access: _access, report_ids: _reports, ...values }: UserValues) {
  return {
    ...values,
    phone: orNull(values.phone),
    department: orNull(values.department),
    block_on: orNull(values.block_on),
    delete_on: orNull(values.delete_on),
    custom: Object.fromEntries(Object.entries(values.custom).map(([id, value]) => [id, value === '' ? null : value])),
  };
}
