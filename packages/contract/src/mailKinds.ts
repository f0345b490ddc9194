/**
 * Every kind of mail that the portal sends. A mail says its kind (`Message.kind`), so none can be sent that is not listed here, and what is
 * listed has an example (`mailExamples.ts` of the server) and is told in words (the catalogue `themeMails`).
 */
import type { NotificationKind } from './notifications/notifications.ts';

/** What the mails are about, in the order in which they are shown. */
export const mailGroups = ['access', 'people', 'reports', 'data', 'unit', 'domains', 'partner', 'billing'] as const;
type MailGroup = (typeof mailGroups)[number];

/** `brand`: in whose brand it is drawn. A partner's mails concern people of units as little as those of the platform. */
type MailKindRow = { group: MailGroup; brand: 'unit' | 'partner' };

/** Mails about an account, a unit or a partner: parts of the catalogue `mail`. */
const letters = {
  invitation: { group: 'access', brand: 'unit' },
  invitation_sso: { group: 'access', brand: 'unit' },
  reset: { group: 'access', brand: 'unit' },
  sso: { group: 'access', brand: 'unit' },
  changed: { group: 'access', brand: 'unit' },
  code: { group: 'access', brand: 'unit' },
  factor_on: { group: 'access', brand: 'unit' },
  factor_off: { group: 'access', brand: 'unit' },
  factor_reset: { group: 'access', brand: 'unit' },
  identity_on: { group: 'access', brand: 'unit' },
  identity_off: { group: 'access', brand: 'unit' },
  confirm: { group: 'people', brand: 'unit' },
  known: { group: 'people', brand: 'unit' },
  approved: { group: 'people', brand: 'unit' },
  denied: { group: 'people', brand: 'unit' },
  erased: { group: 'people', brand: 'unit' },
  test: { group: 'unit', brand: 'unit' },
  trial_end: { group: 'partner', brand: 'partner' },
  unit_end_closed: { group: 'partner', brand: 'partner' },
  unit_end_trial: { group: 'partner', brand: 'partner' },
  unit_export_ready: { group: 'partner', brand: 'partner' },
  unit_export_failed: { group: 'partner', brand: 'partner' },
  demo_report_failed: { group: 'partner', brand: 'partner' },
  partner_suspended: { group: 'partner', brand: 'partner' },
  partner_resumed: { group: 'partner', brand: 'partner' },
  staff_requested: { group: 'partner', brand: 'partner' },
} as const satisfies Record<string, MailKindRow>;
/** Kinds of `accountMail`. */
export type LetterKind = keyof typeof letters;

/** Notifications that are mailed as well, in the brand of the unit. */
const notices = {
  message: 'people',
  registration_waiting: 'people',
  import_finished: 'people',
  access_extended: 'people',
  privacy_requested: 'people',
  privacy_waiting: 'people',
  remote_asked: 'people',
  remote_ended: 'people',
  privacy_answered: 'people',
  privacy_denied: 'people',
  report_granted: 'reports',
  report_shared: 'reports',
  report_shared_note: 'reports',
  report_question: 'reports',
  share_requested: 'reports',
  share_granted: 'reports',
  share_denied: 'reports',
  catalogue_requested: 'reports',
  catalogue_granted: 'reports',
  catalogue_granted_note: 'reports',
  catalogue_denied: 'reports',
  catalogue_waiting: 'reports',
  catalogue_lapsed: 'reports',
  report_problem: 'reports',
  export_ready: 'reports',
  upload_published: 'reports',
  upload_failed: 'reports',
  maintenance_planned: 'data',
  refresh_completed: 'data',
  refresh_failed: 'data',
  refresh_paused: 'data',
  refresh_unkept: 'data',
  screen_dark: 'data',
  ticket_opened: 'unit',
  ticket_answered: 'unit',
  ticket_assigned: 'unit',
  ticket_returned: 'unit',
  ticket_resolved: 'unit',
  ticket_reopened: 'unit',
  ticket_escalated: 'unit',
  ticket_estimated: 'unit',
  ticket_not_taken: 'unit',
  access_rules_changed: 'unit',
  password_sprayed: 'unit',
  trial_ending: 'unit',
  theme_unreadable: 'unit',
  mail_refused: 'unit',
  mail_failing: 'unit',
  domain_requested: 'domains',
  domain_approved: 'domains',
  domain_denied: 'domains',
  domain_denied_note: 'domains',
  domain_active: 'domains',
  domain_failed: 'domains',
  domain_taken: 'domains',
  domain_lost: 'domains',
  domain_gone: 'domains',
  domain_removed: 'domains',
  domain_certificate: 'domains',
  scim_seats_full: 'people',
  saml_certificate: 'unit',
} as const satisfies Record<NotificationKind, MailGroup>;

type NoticeKind = `notice_${NotificationKind}`;
export const noticeMailKind = (kind: NotificationKind): NoticeKind => `notice_${kind}`;

const bills = {
  bill_issued: { group: 'billing', brand: 'partner' },
  bill_reminder: { group: 'billing', brand: 'partner' },
} as const satisfies Record<string, MailKindRow>;
export type BillMailKind = keyof typeof bills;

export type MailKind = LetterKind | NoticeKind | BillMailKind;

const ofNotices = Object.fromEntries(
  Object.entries(notices).map(([kind, group]): [string, MailKindRow] => [`notice_${kind}`, { group, brand: 'unit' }]),
) as Record<NoticeKind, MailKindRow>;

export const mailKinds: Readonly<Record<MailKind, MailKindRow>> = { ...letters, ...ofNotices, ...bills };
// The keys of an object are strings to the compiler, whatever its type says.
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];
