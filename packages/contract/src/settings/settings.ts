/**
 * The configuration of a business unit and what a signed-in person loads of it (docs/reference/specification.md 3,
 * docs/reference/product-rules.md 19). On the wire some have other names and words
 * (`wire.ts`). Secrets are write-only.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id, internalPath, moment, version } from '../fields.ts';
import { hideableScreens, hideableScreensOf } from '../screens.ts';
import { configurationCodec } from '../wire.ts';

const address = z.string().trim().max(100);
/** Text, not markup; line breaks are kept. */
export const welcome = z.string().trim().max(2000).nullable();
const secret = z.string().min(1).max(500).nullable();
const hidden = (of: typeof hideableScreens) => z.array(z.enum(of)).max(of.length);

/** What an administrator may save. `null` in a secret leaves it as it is. */
export const configurationInput = z.strictObject({
  home_page: internalPath,
  start_report_id: id.nullable(),
  timezone: z.string().max(60),
  allowed_addresses: z
    .array(z.strictObject({ address, note: z.string().trim().max(120) }))
    .max(100)
    .nullable(),
  min_character: z.number().int().min(8).max(64).nullable(),
  expiry_time_password: z.union([z.literal(0), z.number().int().min(30).max(365)]).nullable(),
  /** The unit's secret for embedding; the portal makes one itself (`embedding.newSecret`), a shorter one could be guessed. */
  token_embedded: z.string().min(32).max(500).nullable(),
  message_ptbr: welcome,
  message_en: welcome,
  message_es: welcome,
  message_ptpt: welcome,
  name: z.string().trim().max(120).nullable(),
  host: z.string().trim().max(253).nullable(),
  port: z.number().int().min(1).max(65535).nullable(),
  protocol: z.enum(['tls', 'starttls', 'none']).nullable(),
  email: z.string().trim().max(254).nullable(),
  password: secret,
  logo_page: z.string().trim().max(300),
  logo_page_default: z.union([z.literal(0), z.literal(1)]),
  login_timeout: z.number().int().min(1).max(24),
  /** Minutes without a request after which a session ends; null: it lasts as long as `login_timeout` says. */
  user_timeout: z.number().int().min(5).max(480).nullable(),
  /** Sessions of one person at once; 0: as many as they like. */
  sessions_per_person: z.number().int().min(0).max(25),
  /** Days without a sign-in after which an account is blocked; null: never. */
  auto_block_days: z.number().int().min(30).max(365).nullable(),
  /** Screens hidden from everybody who belongs to the unit, and from one of its roles; what is hidden from a person comes on top. */
  hidden_menu_unit: hidden(hideableScreens),
  hidden_menu_admin: hidden(hideableScreensOf('admin')),
  hidden_menu_user: hidden(hideableScreensOf('user')),

  enable: z.boolean(),
  send_email_register_user: z.boolean(),
  enable_password: z.boolean(),
  allow_access_remote: z.boolean(),
  user_import: z.boolean(),
  enable_embedded: z.boolean(),
  save_filter: z.boolean(),
  show_menu_report: z.boolean(),
  ip: z.boolean(),
  require_second_factor: z.boolean(),
  admins_set_second_factor: z.boolean(),
  /** Whether administrators set up how people sign in by others: SAML apps, and what provisions people. */
  admins_set_sign_in: z.boolean(),
  capital_letter: z.boolean(),
  special_characters: z.boolean(),
  show_name_report: z.boolean(),
  enable_helpdesk: z.boolean(),
  send_email_helpdesk: z.boolean(),
  enable_watermark: z.boolean(),
  send_email_notification: z.boolean(),
  last_update: z.boolean(),
  /** Whether readers may share reports with others of the unit; administrators always may. */
  readers_share: z.boolean(),
  /** Whether readers comment on reports beside them. */
  report_comments: z.boolean(),
  /** Whether reports are drawn in the colours of the brand. */
  brand_reports: z.boolean(),
  /** Whether exported PDF files begin with a page of the brand: logo, title, reader and time. */
  cover_exports: z.boolean(),

  show_last_refresh: z.boolean(),
  show_last_refresh_everywhere: z.boolean(),
  enable_auto_register: z.boolean(),
});
export type ConfigurationInput = z.infer<typeof configurationInput>;

/**
 * Settings that mean something only together: a unit has all of a block of its own, or inherits all of it. The first
 * key of each stands for the block.
 */
export const settingBlocks = [
  ['home_page', 'start_report_id'],
  ['logo_page_default', 'logo_page'],
  ['enable_password', 'min_character', 'capital_letter', 'special_characters', 'expiry_time_password'],
  ['ip', 'allowed_addresses'],
  ['message_ptbr', 'message_en', 'message_es', 'message_ptpt'],
  ['enable', 'name', 'host', 'port', 'protocol', 'email', 'password'],
] as const satisfies (keyof ConfigurationInput)[][];

/** The block that a setting belongs to; a setting without one is a block by itself. */
export const blockOf = (key: keyof ConfigurationInput): readonly (keyof ConfigurationInput)[] =>
  settingBlocks.find((block: readonly (keyof ConfigurationInput)[]) => block.includes(key)) ?? [key];

/** The defaults (docs/reference/specification.md 3). */
export const configurationDefaults: ConfigurationInput = {
  home_page: '/',
  start_report_id: null,
  timezone: 'America/Sao_Paulo',
  allowed_addresses: null,
  min_character: null,
  expiry_time_password: null,
  token_embedded: null,
  message_ptbr: null,
  message_en: null,
  message_es: null,
  message_ptpt: null,
  name: null,
  host: null,
  port: null,
  protocol: null,
  email: null,
  password: null,
  logo_page: '',
  logo_page_default: 0,
  login_timeout: 8,
  user_timeout: null,
  sessions_per_person: 5,
  auto_block_days: null,
  hidden_menu_unit: [],
  hidden_menu_admin: [],
  hidden_menu_user: [],
  enable: false,
  send_email_register_user: false,
  enable_password: false,
  allow_access_remote: false,
  user_import: false,
  enable_embedded: false,
  save_filter: false,
  show_menu_report: false,
  ip: false,
  require_second_factor: false,
  admins_set_second_factor: false,
  admins_set_sign_in: false,
  capital_letter: false,
  special_characters: false,
  show_name_report: false,
  enable_helpdesk: false,
  send_email_helpdesk: false,
  enable_watermark: false,
  send_email_notification: false,
  last_update: true,
  readers_share: true,
  report_comments: false,
  brand_reports: false,
  cover_exports: false,
  show_last_refresh: false,
  show_last_refresh_everywhere: false,
  enable_auto_register: false,
};

/** As it is read: no secret ever, only whether there is one. Network addresses and the mail sender are null for readers. */
const configuration = configurationInput.extend({
  token_embedded: z.null(),
  has_token_embedded: z.boolean(),
  password: z.null(),
  has_password: z.boolean(),
  version,
});
export type Configuration = z.infer<typeof configuration>;

/** What a signed-in person loads: the unit's configuration and what concerns this person. */
const loadedConfiguration = configuration.extend({
  /** What unit, role and person hide together, and screens whose feature is switched off. */
  hidden_menu: z.array(z.string()),
  intended: z.string(),
  welcome_message: z.object({
    message_ptbr: z.string().nullable(),
    message_en: z.string().nullable(),
    message_ptpt: z.string().nullable(),
    message_es: z.string().nullable(),
  }),
  /** The version of the message that this person has not been shown yet; null: there is none. */
  welcome_due: z.string().nullable(),
  profile_survey_due: z.boolean(),
  /** The tour of the portal has not been offered to this person. */
  tour_due: z.boolean(),
  /** Terms have to be accepted first: nothing else is answered until then. */
  pending_terms: z.boolean(),
  companies: z.array(z.object({ tenant_id: id, name: z.string(), current: z.boolean() })),
  /** When the hours of access close, for a warning before it; null when they do not. */
  hours_close_at: moment.nullable(),
  /** A new list of addresses reverts then, unless somebody keeps it; null for who may not. */
  ip_probation_until: moment.nullable(),
  /** Who acts for the person in this session, and how long; null in a session of the person's own. */
  remote_access: z
    .object({
      id,
      asker_name: z.string(),
      asker_role: z.enum(['operator', 'partner', 'admin']),
      reason: z.string(),
      mode: z.enum(['read', 'full']),
      ends_at: moment,
    })
    .nullable(),
  /** Somebody asks to act for the person, or does so now. */
  remote_concerns: z.boolean(),
  partner_access_remote: z.object({
    is_partner_with_admin_company: z.boolean(),
    is_partner_admin: z.boolean(),
    is_partner_user: z.boolean(),
    partner_id: id.nullable(),
  }),
});
export type LoadedConfiguration = z.infer<typeof loadedConfiguration>;

const settingKeys = Object.keys(configurationInput.shape) as [keyof ConfigurationInput, ...(keyof ConfigurationInput)[]];
const settingKey = z.enum(settingKeys);

/** For a form: whose value each setting has, and what would hold without an own one. */
const configurationForm = configuration.extend({
  own: z.array(settingKey),
  inherited: configurationInput.extend({ password: z.null(), token_embedded: z.null() }),
  ip_probation_until: moment.nullable(),
});
export type ConfigurationForm = z.infer<typeof configurationForm>;

export const savedConfiguration = configuration.extend({
  /** Saved, but look at this: `ip_excludes_you` needs `confirm_ip`, and reverts after five minutes unless kept. */
  warnings: z.array(z.object({ word: z.enum(['ip_excludes_you', 'ip_on_probation']), ip: z.string() })),
});

const saveBody = { version, confirm_ip: z.boolean().optional() };
/** Settings that go back to the inherited value. */
const inherit = z.array(settingKey).max(settingKeys.length).optional();

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/auth/config/getConfig',
  can: 'session',
  before_terms: true,
  summary: 'The whole configuration for the signed-in person',
  answer: loadedConfiguration,
  wire: { answer: configurationCodec },
});

export const remoteConfig = endpoint({
  method: 'GET',
  path: '/api/auth/config/remote_config',
  can: 'session',
  before_terms: true,
  summary: 'The configuration as it is now, to merge into a stored one',
  answer: loadedConfiguration,
  wire: { answer: configurationCodec },
});

/** What `welcomeSeen` is told when the tour was offered; another version offers it to everybody again. */
export const tourVersion = '746f75722d6f662d7468652d706f7274';

export const welcomeSeen = endpoint({
  method: 'POST',
  path: '/api/profile/welcome/seen',
  can: 'session',
  summary: 'This version of the welcome message, or the tour, was shown: it is not shown again, on whatever device',
  body: z.strictObject({ version: z.string().regex(/^[0-9a-f]{32}$/) }),
});

export const saveConfig = endpoint({
  method: 'POST',
  path: '/api/auth/config',
  can: { capability: 'unit_settings', right: 'write' },
  summary: 'Saves the whole configuration of the business unit',
  audit: 'configuration.save',
  body: configurationInput.extend(saveBody),
  answer: savedConfiguration,
  wire: { body: configurationCodec, answer: configurationCodec },
});

export const updateConfig = endpoint({
  method: 'POST',
  path: '/api/auth/config/update',
  can: { capability: 'unit_settings', right: 'write' },
  summary: 'Saves the given part of the configuration',
  audit: 'configuration.update',
  body: configurationInput.partial().extend({ ...saveBody, inherit }),
  answer: savedConfiguration,
  wire: { body: configurationCodec, answer: configurationCodec },
});

export const unitForm = endpoint({
  method: 'GET',
  path: '/api/auth/config/unit',
  can: { capability: 'unit_settings', right: 'write' },
  summary: 'The configuration of the business unit with what it inherits',
  answer: configurationForm,
  wire: { answer: configurationCodec },
});

/** What a partner does not decide for its units: a report is one unit's, and so is the secret of its embedding. */
const partnersInput = configurationInput.omit({ start_report_id: true, token_embedded: true });

export const partnerForm = endpoint({
  method: 'GET',
  path: '/api/partner/config',
  can: { capability: 'other_units_data', right: 'use' },
  summary: 'What the units of the partner inherit',
  answer: configurationForm,
  wire: { answer: configurationCodec },
});

export const updatePartnerConfig = endpoint({
  method: 'POST',
  path: '/api/partner/config',
  can: { capability: 'other_units_data', right: 'use' },
  summary: 'Saves the given part of what the units of the partner inherit',
  audit: 'partner.configuration',
  body: partnersInput.partial().extend({ version, inherit }),
  answer: configuration,
  wire: { body: configurationCodec, answer: configurationCodec },
});

export const savePasswordConfig = endpoint({
  method: 'POST',
  path: '/api/password/config',
  can: { capability: 'password_policy', right: 'write' },
  summary: 'Saves the password rules of the business unit',
  audit: 'configuration.password',
  body: configurationInput
    .pick({ enable_password: true, min_character: true, capital_letter: true, special_characters: true, expiry_time_password: true })
    .extend({ version }),
  answer: savedConfiguration,
  wire: { body: configurationCodec, answer: configurationCodec },
});

export const testMail = endpoint({
  method: 'POST',
  path: '/api/auth/config/mail/test',
  can: { capability: 'mail_sender', right: 'write' },
  summary: 'Sends a mail to the asking person through a server that need not be saved yet; fails at the field that is wrong',
  audit: 'configuration.mail_test',
  // Without a password the stored one is used, if it is of the same server.
  body: configurationInput
    .pick({ name: true, port: true, protocol: true, password: true })
    .extend({ host: z.string().trim().min(1, 'required').max(253), email }),
});

export const keepIpList = endpoint({
  method: 'POST',
  path: '/api/auth/config/ip/keep',
  can: { capability: 'access_rules', right: 'write' },
  summary: 'Ends the probation of a new address list: it is kept',
  audit: 'configuration.ip_keep',
  body: z.strictObject({ version }),
  answer: savedConfiguration,
  wire: { body: configurationCodec, answer: configurationCodec },
});
