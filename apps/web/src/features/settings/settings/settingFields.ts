/** Every setting of a unit as data, by sections: name, input, and condition of visibility. */
import type { ConfigurationForm, ConfigurationInput } from '@vitrine/contract/settings/settings.ts';
import { allSelect } from '#endpoints/reading/reportReading.ts';
import { timezones } from '#endpoints/signIn/signIn.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { hideableScreens, hideableScreensOf } from '@vitrine/contract/screens.ts';
import { zoneName, zonePlace } from '@vitrine/contract/zoneName.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { currentLocale, languageNames } from '#platform/locale.ts';
import { useEndpoint } from '#platform/query.ts';
import { useScreenOptions } from '#shell/useScreenOptions.ts';
import { useViewer } from '#shell/viewer.ts';
import type { Field, Option } from '#ui/form/types.ts';
import type { FormValues } from './formValues.ts';
import type { hiddenMenuKeys } from './formValues.ts';
import { reportHome } from './formValues.ts';

export type Setting = Field & {
  name: keyof ConfigurationInput;
  /** Given to a unit by its partner; others do not see it. */
  partner?: boolean;
  /** Only on the form of the unit or of the partner. */
  only?: Level;
  /** Shown only if this screen is built. */
  screen?: ScreenName;
  /** Without it always. */
  when?: (values: FormValues) => boolean;
};

/** Whose settings a form shows. */
export type Level = 'unit' | 'partner';

export type SettingsSection = { key: string; title: string; settings: Setting[] };

export const welcomeKeys = ['message_ptbr', 'message_en', 'message_es', 'message_ptpt'] as const;
const localeOf: Record<(typeof welcomeKeys)[number], Locale> = {
  message_ptbr: 'pt-BR',
  message_en: 'en-US',
  message_es: 'es',
  message_ptpt: 'pt-PT',
};
/** A language is called what those who speak it call it. */
export const languageOf = (key: (typeof welcomeKeys)[number]): string => languageNames[localeOf[key]];

const protocols = ['tls', 'starttls', 'none'] as const;

type SwitchName =
  | 'last_update'
  | 'show_name_report'
  | 'show_menu_report'
  | 'save_filter'
  | 'show_last_refresh'
  | 'show_last_refresh_everywhere'
  | 'enable_auto_register'
  | 'user_import'
  | 'admins_set_sign_in'
  | 'enable_helpdesk'
  | 'send_email_helpdesk'
  | 'send_email_notification'
  | 'enable_embedded'
  | 'logo_page_default';
type ExplainedSwitchName =
  | 'readers_share'
  | 'report_comments'
  | 'brand_reports'
  | 'cover_exports'
  | 'enable_watermark'
  | 'send_email_register_user'
  | 'allow_access_remote'
  | 'enable_password'
  | 'ip'
  | 'enable';
type LimitName = 'login_timeout' | 'user_timeout' | 'sessions_per_person' | 'auto_block_days' | 'min_character' | 'expiry_time_password';

type Offered = { zones: Option[]; reports: Option[]; homes: Option[]; screens: (names: readonly ScreenName[]) => Option[] };

function useOptions(current: ConfigurationForm, level: Level): Offered {
  const { t } = useTranslation('settings');
  const zones = useEndpoint(timezones, {}, { staleTime: Infinity });
  const reports = useEndpoint(allSelect, {}, { enabled: level === 'unit' });
  const homes = [
    { value: '/', label: t('home_dashboard') },
    { value: '/all/reports', label: t('home_all_reports') },
    ...(level === 'unit' ? [{ value: reportHome, label: t('home_report') }] : []),
  ];
  const known = homes.some(({ value }) => value === current.home_page) || current.home_page.endsWith('/reports/view');
  const screens = useScreenOptions();
  return {
    screens,
    zones: zones.data?.map(({ id, name, offset }) => ({ value: id, label: `${name} · ${zonePlace(id)} (${offset})` })) ?? [
      { value: current.timezone, label: zoneName(current.timezone, currentLocale()) },
    ],
    reports: reports.data?.map(({ id, title, group_name }) => ({ value: id, label: `${group_name} › ${title}` })) ?? [],
    homes: known ? homes : [...homes, { value: current.home_page, label: current.home_page }],
  };
}

type Words = TFunction<'settings'>;
/** What the fields of a form are made with: what may be chosen, and which secrets are stored. */
type Known = Offered & { current: Pick<ConfigurationForm, 'has_password'> };

const nothingKnown: Known = {
  zones: [],
  reports: [],
  homes: [],
  screens: () => [],
  current: { has_password: false },
};

const ownPassword = (values: FormValues) => values.enable_password === true;
const ownMail = (values: FormValues) => values.enable === true;

const on = (t: Words, name: SwitchName, more: Partial<Setting> = {}): Setting =>
  ({ kind: 'switch', name, label: t(name), ...more }) as Setting;
const explained = (t: Words, name: ExplainedSwitchName): Setting => ({
  kind: 'switch',
  name,
  label: t(name),
  description: t(`${name}_hint`),
});
const limit = (t: Words, name: LimitName, range: { min: number; max: number; suffix?: string }): Setting => ({
  kind: 'number',
  name,
  label: t(name),
  description: t(`${name}_hint`),
  ...range,
});

const general = (t: Words, { homes, reports, zones }: Known): Setting[] => [
  { kind: 'select', name: 'home_page', label: t('home_page'), description: t('home_page_hint'), options: homes },
  {
    kind: 'select',
    name: 'start_report_id',
    label: t('start_report_id'),
    options: reports,
    searchable: true,
    required: true,
    when: ({ home_page }) => home_page === reportHome,
  },
  { kind: 'select', name: 'timezone', label: t('timezone'), description: t('timezone_hint'), options: zones, searchable: true },
  limit(t, 'login_timeout', { min: 1, max: 24, suffix: t('hours') }),
  limit(t, 'user_timeout', { min: 5, max: 480, suffix: t('minutes') }),
  limit(t, 'sessions_per_person', { min: 0, max: 25 }),
  on(t, 'logo_page_default'),
  {
    kind: 'text',
    name: 'logo_page',
    label: t('logo_page'),
    description: t('logo_page_hint'),
    when: ({ logo_page_default }) => logo_page_default !== true,
  },
];

const reports = (t: Words): Setting[] => [
  on(t, 'show_name_report'),
  on(t, 'show_menu_report'),
  on(t, 'save_filter'),
  explained(t, 'enable_watermark'),
  on(t, 'last_update'),
  on(t, 'show_last_refresh'),
  explained(t, 'readers_share'),
  explained(t, 'report_comments'),
  explained(t, 'brand_reports'),
  explained(t, 'cover_exports'),
  on(t, 'show_last_refresh_everywhere', { only: 'partner' }),
];

const menu = (t: Words, { screens }: Known): Setting[] => {
  const hiddenFrom = (name: (typeof hiddenMenuKeys)[number], of: readonly ScreenName[]): Setting => ({
    kind: 'multiselect',
    name,
    label: t(name),
    description: t(`${name}_hint`),
    options: screens(of),
  });
  return [
    hiddenFrom('hidden_menu_unit', hideableScreens),
    hiddenFrom('hidden_menu_admin', hideableScreensOf('admin')),
    hiddenFrom('hidden_menu_user', hideableScreensOf('user')),
  ];
};

const people = (t: Words): Setting[] => [
  explained(t, 'send_email_register_user'),
  on(t, 'enable_auto_register'),
  on(t, 'user_import', { partner: true }),
  on(t, 'admins_set_sign_in', { partner: true, screen: 'azure_saml' }),
  { ...explained(t, 'allow_access_remote'), screen: 'remote_authorization' },
  limit(t, 'auto_block_days', { min: 30, max: 365, suffix: t('days') }),
];

const composition = (t: Words, name: 'capital_letter' | 'special_characters'): Setting => ({
  kind: 'switch',
  name,
  label: t(name),
  description: t('composition_hint'),
  when: ownPassword,
});

const passwords = (t: Words): Setting[] => [
  explained(t, 'enable_password'),
  { ...limit(t, 'min_character', { min: 8, max: 64 }), placeholder: '12', when: ownPassword },
  composition(t, 'capital_letter'),
  composition(t, 'special_characters'),
  { ...limit(t, 'expiry_time_password', { min: 0, max: 365, suffix: t('days') }), when: ownPassword },
];

const welcome = (t: Words): Setting[] =>
  welcomeKeys.map((name) => ({
    kind: 'textarea',
    name,
    label: languageOf(name),
    ...(name === 'message_ptbr' ? { description: t('welcome_hint') } : {}),
  }));

const mail = (t: Words, { current }: Known): Setting[] => [
  explained(t, 'enable'),
  { kind: 'text', name: 'name', label: t('name'), when: ownMail },
  { kind: 'email', name: 'email', label: t('email'), required: true, when: ownMail },
  { kind: 'text', name: 'host', label: t('host'), required: true, when: ownMail },
  { kind: 'number', name: 'port', label: t('port'), min: 1, max: 65_535, placeholder: '587', when: ownMail },
  {
    kind: 'select',
    name: 'protocol',
    label: t('protocol'),
    options: protocols.map((value) => ({ value, label: t(`protocol_${value}`) })),
    clearable: true,
    when: ownMail,
  },
  { kind: 'secret', name: 'password', label: t('password'), stored: current.has_password, when: ownMail },
];

const support = (t: Words): Setting[] => [
  on(t, 'send_email_notification'),
  on(t, 'enable_helpdesk', { screen: 'help_desk' }),
  on(t, 'send_email_helpdesk', { screen: 'help_desk', when: ({ enable_helpdesk }) => enable_helpdesk === true }),
];

const embedding = (t: Words): Setting[] => [on(t, 'enable_embedded', { partner: true })];

const sections = {
  general,
  reports,
  menu,
  people,
  password: passwords,
  welcome,
  access: (t: Words) => [explained(t, 'ip')],
  mail,
  support,
  embedding,
};

/** Whose settings, and for whom. */
export type Audience = { level: Level; role: Role; built: (screen: ScreenName) => boolean };

/** The sections that somebody may change; their names are known before any value is. */
export function settingsOf(t: Words, { level, role, built }: Audience, known: Known = nothingKnown): SettingsSection[] {
  const stands = ({ partner, only, screen }: Setting) =>
    (!partner || role === 'partner') && (only ?? level) === level && (screen === undefined || built(screen));
  return (Object.keys(sections) as (keyof typeof sections)[])
    .map((key) => ({ key, title: t(`section_${key}`), settings: sections[key](t, known).filter(stands) }))
    .filter(({ settings }) => settings.length > 0);
}

/** One section as a form shows it. */
export function useSettings(current: ConfigurationForm, level: Level, section: string): Setting[] {
  const { t } = useTranslation('settings');
  const known = { ...useOptions(current, level), current };
  const { role, built } = useViewer();
  return settingsOf(t, { level, role, built }, known).find(({ key }) => key === section)?.settings ?? [];
}
