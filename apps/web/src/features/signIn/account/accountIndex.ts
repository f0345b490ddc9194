/** The index of the own account: sections, and what is found in them by its name. */
import { permission } from '@vitrine/contract/capabilities.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { TFunction } from 'i18next';
import type { NamedSettings } from '#platform/built.ts';
import { i18n } from '#platform/i18n.ts';
import type { Entry, Section } from '#ui/sections/entries.ts';
import { named } from '#ui/sections/entries.ts';

type Words = TFunction<['account', 'privacy', 'pushDevices']>;

export function accountIndex(t: Words, role: Role): { sections: Section[]; entries: Entry[] } {
  const startsAnywhere = permission({ role }, 'favourites', 'write') !== null;
  const reads = permission({ role }, 'favourites', 'read') !== null;
  const asks = role === 'admin' || role === 'user';
  return {
    sections: (['profile', 'security', 'preferences', ...(reads ? (['usage'] as const) : []), 'data'] as const).map((key) => ({
      key,
      title: t(`section_${key}`),
    })),
    entries: [
      { section: 'profile', name: 'name', label: t('privacy:name') },
      { section: 'profile', name: 'picture', label: t('privacy:picture') },
      { section: 'profile', name: 'phone', label: t('privacy:phone') },
      { section: 'profile', name: 'survey', label: t('survey') },
      { section: 'security', name: 'password', label: t('password') },
      { section: 'security', name: 'factor', label: t('factor'), description: t('factor_text') },
      { section: 'security', name: 'factor', label: t('passkeys'), description: t('passkeys_text') },
      { section: 'security', name: 'identities', label: t('identities'), description: t('identities_text') },
      { section: 'security', name: 'sessions', label: t('sessions'), description: t('sessions_text') },
      { section: 'security', name: 'devices', label: t('devices'), description: t('devices_text') },
      { section: 'security', name: 'push', label: t('pushDevices:title'), description: t('pushDevices:hint') },
      { section: 'preferences', name: 'language', label: t('language'), description: t('language_hint') },
      { section: 'preferences', name: 'scheme', label: t('scheme'), description: t('scheme_hint') },
      { section: 'preferences', name: 'density', label: t('compact'), description: t('compact_hint') },
      ...(startsAnywhere
        ? [{ section: 'preferences', name: 'entry_page', label: t('entry_page'), description: t('entry_page_hint') }]
        : []),
      ...(reads ? [{ section: 'usage', name: 'usage', label: t('section_usage'), description: t('usage_text') }] : []),
      { section: 'data', name: 'data', label: t('privacy:my_data'), description: t('privacy:my_data_text') },
      { section: 'data', name: 'data', label: t('privacy:download'), description: t('privacy:download_text') },
      ...(asks ? [{ section: 'data', name: 'data', label: t('privacy:ask') }] : []),
      { section: 'data', name: 'terms', label: t('terms'), description: t('terms_text') },
    ],
  };
}

/** For the palette. */
export const namedAccount: NamedSettings = ({ role }) =>
  named(accountIndex(i18n.getFixedT(i18n.language, ['account', 'privacy', 'pushDevices']), role));
