/** Between a person of the contract and the values of the form. */
import type { CustomField, CustomValue } from '@vitrine/contract/features/customFields.ts';
import type { User } from '@vitrine/contract/features/users.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { maskPhone } from '../../core/ui/form/phoneMask.ts';

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
  support_agent: boolean;
  allow_remote_access: boolean;
  create_notifications: boolean;
  refresh_datasets: boolean;
  wake_capacities: boolean;
  ignore_auto_block: boolean;
  ip_exempt: boolean;
  block_on: string;
  delete_on: string;
  access: 'invitation' | 'default_password';
  report_ids: string[];
  custom: Record<string, CustomValue>;
};

/** What an empty field of this kind holds in the form. */
const nothing = (field: CustomField): CustomValue => (field.type === 'checkbox' ? [] : '');

/** Of a person; of a template everything but who it is. */
export function valuesOf(user: User | null, template: User | null, fields: readonly CustomField[], language: Locale): UserValues {
  const source = user ?? template;
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: user?.phone ? maskPhone(user.phone) : '',
    role: source?.role ?? 'user',
    department: source?.department ?? '',
    language: source?.language ?? language,
    picture_id: user?.picture_id ?? null,
    authentication_level: source?.authentication_level ?? 'inherit',
    user_group_ids: source?.groups.map(({ id }) => id) ?? [],
    support_agent: source?.support_agent ?? false,
    allow_remote_access: source?.allow_remote_access ?? false,
    create_notifications: source?.create_notifications ?? false,
    refresh_datasets: source?.refresh_datasets ?? false,
    wake_capacities: source?.wake_capacities ?? false,
    ignore_auto_block: source?.ignore_auto_block ?? false,
    ip_exempt: source?.ip_exempt ?? false,
    block_on: source?.block_on ?? '',
    delete_on: source?.delete_on ?? '',
    access: 'invitation',
    report_ids: [],
    custom: Object.fromEntries(fields.map((field) => [field.id, source?.custom[field.id] ?? nothing(field)])),
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** The body without what belongs to adding or changing alone. */
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
