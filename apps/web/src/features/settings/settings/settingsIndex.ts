/** The index of the settings: sections, and what is found in them by its name. */
import { permission } from '@vitrine/contract/capabilities.ts';
import { blockOf } from '@vitrine/contract/settings/settings.ts';
import type { TFunction } from 'i18next';
import type { NamedSettings } from '#platform/built.ts';
import { i18n } from '#platform/i18n.ts';
import type { Entry, Section } from '#ui/sections/entries.ts';
import { named } from '#ui/sections/entries.ts';
import type { Audience, Level, Setting } from './settingFields.ts';
import { settingsOf } from './settingFields.ts';

/** What shows only beside another setting is found at that one. */
const placeOf = ({ name, when }: Setting): string => (when ? (blockOf(name)[0] ?? name) : name);

export function settingsIndex(t: TFunction<'settings'>, audience: Audience): { sections: Section[]; entries: Entry[] } {
  const { level, role } = audience;
  const groups = settingsOf(t, audience);
  const sections = groups.map(({ key, title }) => ({ key, title }));
  const entries = groups.flatMap(({ key, settings }) =>
    settings.map((setting) => ({ section: key, name: placeOf(setting), label: setting.label, description: textOf(setting) })),
  );
  const embeds = { key: 'embedding', title: t('section_embedding') };
  if (level !== 'unit' || permission({ role }, 'access_rules', 'write') === null) return { sections, entries };
  const hours = { key: 'hours', title: t('section_hours') };
  const entra = { key: 'entra', title: t('section_entra') };
  const others = sections.filter(({ key }) => key !== embeds.key);
  return {
    sections: [...others.flatMap((section) => (section.key === 'access' ? [section, hours, entra] : [section])), embeds],
    entries: [
      ...entries,
      { section: embeds.key, name: embeds.key, label: embeds.title },
      { section: 'hours', name: 'hours', label: hours.title },
      { section: 'entra', name: 'entra', label: entra.title },
      { section: 'entra', name: 'sso_only', label: t('sso_only') },
    ],
  };
}

const textOf = ({ description }: Setting): string | undefined => (typeof description === 'string' ? description : undefined);

const namedOf =
  (level: Level): NamedSettings =>
  ({ role, built }) =>
    permission({ role }, 'unit_settings', 'write') === null
      ? []
      : named(settingsIndex(i18n.getFixedT(i18n.language, 'settings'), { level, role, built }));

/** For the palette; nothing for who may not change them. */
export const namedSettings = namedOf('unit');
export const namedPartnerSettings = namedOf('partner');
