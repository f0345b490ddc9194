/** Every setting of a unit as data, by sections: what it is called, how it is entered, and when it makes sense. */
import type { ConfigurationForm, ConfigurationInput } from '@vitrine/contract/features/configuration.ts';
import { allSelect } from '@vitrine/contract/features/reportReading.ts';
import { timezones } from '@vitrine/contract/features/session.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { useTranslation } from 'react-i18next';
import { plain } from '../../core/formats.ts';
import { languageNames } from '../../core/locale.ts';
import { useEndpoint } from '../../core/query.ts';
import { useViewer } from '../../core/shell/viewer.ts';
import type { Field, Option } from '../../core/ui/form/types.ts';
import type { FormValues } from './formValues.ts';
import { reportHome } from './formValues.ts';

export type Setting = Field & {
  name: keyof ConfigurationInput;
  /** Given to a unit by its partner; others do not see it. */
  partner?: boolean;
  /** Stands on one of the two forms only. */
  only?: Level;
  /** Says something about a screen that has to be there. */
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
  | 'mostrar_ultima_atualizacao_relatorio'
  | 'mostrar_ultima_atualizacao_relatorio_global'
  | 'enable_auto_register'
  | 'user_import'
  | 'enable_helpdesk'
  | 'send_email_helpdesk'
  | 'send_email_notification'
  | 'enable_embedded'
  | 'logo_page_default';
type ExplainedSwitchName = 'enable_watermark' | 'send_email_register_user' | 'allow_access_remote' | 'enable_password' | 'ip' | 'enable';

function useOptions(current: ConfigurationForm, level: Level): { zones: Option[]; reports: Option[]; homes: Option[] } {
  const { t } = useTranslation('configuration');
  const zones = useEndpoint(timezones, {}, { staleTime: Infinity });
  const reports = useEndpoint(allSelect, {}, { enabled: level === 'unit' });
  const homes = [
    { value: '/', label: t('home_dashboard') },
    { value: '/all/reports', label: t('home_all_reports') },
    ...(level === 'unit' ? [{ value: reportHome, label: t('home_report') }] : []),
  ];
  const known = homes.some(({ value }) => value === current.home_page) || current.home_page.endsWith('/reports/view');
  return {
    zones: zones.data?.map(({ id, offset }) => ({ value: id, label: `${id.replaceAll('_', ' ')} (${offset})` })) ?? [
      { value: current.timezone, label: current.timezone },
    ],
    reports: reports.data?.map(({ id, title, group_name }) => ({ value: id, label: `${group_name} › ${title}` })) ?? [],
    homes: known ? homes : [...homes, { value: current.home_page, label: current.home_page }],
  };
}

/** The sections of a form that a role may change. */
export function useSettings(current: ConfigurationForm, role: Role, level: Level): SettingsSection[] {
  const { t } = useTranslation('configuration');
  const { zones, reports, homes } = useOptions(current, level);
  const { built: isBuilt } = useViewer();
  const on = (name: SwitchName, more: Partial<Setting> = {}): Setting => ({ kind: 'switch', name, label: t(name), ...more }) as Setting;
  const explained = (name: ExplainedSwitchName): Setting => ({ kind: 'switch', name, label: t(name), description: t(`${name}_hint`) });
  const ownPassword = (values: FormValues) => values.enable_password === true;
  const ownMail = (values: FormValues) => values.enable === true;
  const limit = (name: 'user_timeout' | 'sessions_per_person' | 'auto_block_days', min: number, max: number, suffix?: string): Setting => ({
    kind: 'number',
    name,
    label: t(name),
    description: t(`${name}_hint`),
    min,
    max,
    ...(suffix ? { suffix } : {}),
  });
  const composition = (name: 'capital_letter' | 'special_characters'): Setting => ({
    kind: 'switch',
    name,
    label: t(name),
    description: t('composition_hint'),
    when: ownPassword,
  });
  const sections: SettingsSection[] = [
    {
      key: 'general',
      title: t('section_general'),
      settings: [
        { kind: 'select', name: 'home_page', label: t('home_page'), description: t('home_page_hint'), options: homes },
        {
          kind: 'select',
          name: 'relatorio_id',
          label: t('relatorio_id'),
          options: reports,
          searchable: true,
          required: true,
          when: ({ home_page }) => home_page === reportHome,
        },
        { kind: 'select', name: 'timezone', label: t('timezone'), description: t('timezone_hint'), options: zones, searchable: true },
        {
          kind: 'number',
          name: 'login_timeout',
          label: t('login_timeout'),
          description: t('login_timeout_hint'),
          min: 1,
          max: 24,
          suffix: t('hours'),
        },
        limit('user_timeout', 5, 480, t('minutes')),
        limit('sessions_per_person', 0, 25),
        on('logo_page_default'),
        {
          kind: 'text',
          name: 'logo_page',
          label: t('logo_page'),
          description: t('logo_page_hint'),
          when: ({ logo_page_default }) => logo_page_default !== true,
        },
      ],
    },
    {
      key: 'reports',
      title: t('section_reports'),
      settings: [
        on('show_name_report'),
        on('show_menu_report'),
        on('save_filter'),
        explained('enable_watermark'),
        on('last_update'),
        on('mostrar_ultima_atualizacao_relatorio'),
        on('mostrar_ultima_atualizacao_relatorio_global', { only: 'partner' }),
      ],
    },
    {
      key: 'people',
      title: t('section_people'),
      settings: [
        explained('send_email_register_user'),
        on('enable_auto_register'),
        on('user_import', { partner: true }),
        { ...explained('allow_access_remote'), screen: 'remote_authorization' },
        limit('auto_block_days', 30, 365, t('days')),
      ],
    },
    {
      key: 'password',
      title: t('section_password'),
      settings: [
        explained('enable_password'),
        {
          kind: 'number',
          name: 'min_character',
          label: t('min_character'),
          description: t('min_character_hint'),
          min: 8,
          max: 64,
          placeholder: '12',
          when: ownPassword,
        },
        composition('capital_letter'),
        composition('special_characters'),
        {
          kind: 'number',
          name: 'expiry_time_password',
          label: t('expiry_time_password'),
          description: t('expiry_time_password_hint'),
          min: 0,
          max: 365,
          suffix: t('days'),
          when: ownPassword,
        },
      ],
    },
    {
      key: 'welcome',
      title: t('section_welcome'),
      settings: welcomeKeys.map((name) => ({
        kind: 'textarea',
        name,
        label: languageOf(name),
        ...(name === 'message_ptbr' ? { description: t('welcome_hint') } : {}),
      })),
    },
    { key: 'access', title: t('section_access'), settings: [explained('ip')] },
    {
      key: 'mail',
      title: t('section_mail'),
      settings: [
        explained('enable'),
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
      ],
    },
    {
      key: 'support',
      title: t('section_support'),
      settings: [
        on('send_email_notification'),
        on('enable_helpdesk', { screen: 'help_desk' }),
        on('send_email_helpdesk', { screen: 'help_desk', when: ({ enable_helpdesk }) => enable_helpdesk === true }),
      ],
    },
    {
      key: 'embedding',
      title: t('section_embedding'),
      settings: [
        on('enable_embedded', { partner: true, screen: 'embedded' }),
        {
          kind: 'secret',
          name: 'token_embedded',
          label: t('token_embedded'),
          description: t('token_embedded_hint'),
          stored: current.has_token_embedded,
          only: 'unit',
          screen: 'embedded',
          when: ({ enable_embedded }) => enable_embedded === true,
        },
      ],
    },
  ];
  const stands = ({ partner, only, screen }: Setting) =>
    (!partner || role === 'master') && (only ?? level) === level && (screen === undefined || isBuilt(screen));
  return sections
    .map((section) => ({ ...section, settings: section.settings.filter(stands) }))
    .filter(({ settings }) => settings.length > 0);
}

/** What is to be seen now: settings that make sense with the present values, and that hold the words. */
export function visibleSections(sections: readonly SettingsSection[], values: FormValues, words: string): SettingsSection[] {
  const wanted = plain(words.trim());
  const holds = (section: SettingsSection, { label, description }: Setting) =>
    plain(`${section.title} ${label} ${description ?? ''}`).includes(wanted);
  return sections
    .map((section) => ({
      ...section,
      settings: section.settings.filter((setting) => (setting.when?.(values) ?? true) && holds(section, setting)),
    }))
    .filter(({ settings }) => settings.length > 0);
}
