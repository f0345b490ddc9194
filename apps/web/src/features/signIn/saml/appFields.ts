/** The form of a SAML app: its fields, and how its values become what is saved. */
import type { SamlApp, SamlAppInput } from '@vitrine/contract/signIn/saml.ts';
import type { TFunction } from 'i18next';
import type { Field } from '#ui/form/types.ts';

export type AppValues = Omit<SamlAppInput, 'certificates' | 'slo_url'> & { slo_url: string; certificate: string; next_certificate: string };

const fresh: AppValues = {
  name: '',
  entity_id: '',
  sso_url: '',
  slo_url: '',
  certificate: '',
  next_certificate: '',
  email_domains: [],
  email_attribute: '',
  name_attribute: '',
  groups_attribute: '',
  groups: [],
  first_time: false,
  idp_initiated: false,
};

export function valuesOf(app: SamlApp | null): AppValues {
  if (!app) return fresh;
  const {
    id: _id,
    active: _active,
    people: _people,
    only_way: _only,
    version: _version,
    ours: _ours,
    certificates,
    slo_url,
    ...values
  } = app;
  return { ...values, slo_url: slo_url ?? '', certificate: certificates[0]?.pem ?? '', next_certificate: certificates[1]?.pem ?? '' };
}

export const bodyOf = ({ certificate, next_certificate, slo_url, ...values }: AppValues): SamlAppInput => ({
  ...values,
  slo_url: slo_url.trim() === '' ? null : slo_url,
  certificates: [certificate, next_certificate].filter((text, index) => index === 0 || text.trim() !== ''),
});

type Words = TFunction<'saml'>;

export const providerFields = (t: Words): Field[] => [
  { kind: 'text', name: 'name', label: t('name'), description: t('name_hint'), required: true },
  { kind: 'text', name: 'entity_id', label: t('entity_id'), required: true },
  { kind: 'text', name: 'sso_url', label: t('sso_url'), required: true },
  { kind: 'text', name: 'slo_url', label: t('slo_url'), description: t('slo_url_hint') },
  { kind: 'textarea', name: 'certificate', label: t('certificate'), required: true },
  { kind: 'textarea', name: 'next_certificate', label: t('next_certificate'), description: t('next_certificate_hint') },
  {
    kind: 'tags',
    name: 'email_domains',
    label: t('email_domains'),
    description: t('email_domains_hint'),
    placeholder: 'empresa.com.br',
    required: true,
  },
  { kind: 'text', name: 'email_attribute', label: t('email_attribute'), description: t('email_attribute_hint') },
  { kind: 'text', name: 'name_attribute', label: t('name_attribute') },
  { kind: 'switch', name: 'first_time', label: t('first_time'), description: t('first_time_hint') },
  { kind: 'switch', name: 'idp_initiated', label: t('idp_initiated'), description: t('idp_initiated_hint') },
  { kind: 'text', name: 'groups_attribute', label: t('groups_attribute'), description: t('groups_attribute_hint') },
];

/** Names for the sentences of what is refused; what the server calls by a place in a list is a field of its own here. */
export const labelsOf = (t: Words): Record<string, string> => ({
  ...Object.fromEntries(providerFields(t).map(({ name, label }) => [name, label])),
  'certificates.0': t('certificate'),
  'certificates.1': t('next_certificate'),
  certificates: t('certificate'),
  groups: t('group_value'),
});
