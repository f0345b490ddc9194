/**
 * Every kind of mail that the portal sends. A mail says its kind (`Message.kind`), so none can be sent that is not listed here, and what is
 * listed has an example (`mailExamples.ts` of the server) and is told in words (the catalogue `themeMails`).
 */
import type { NotificationKind } from './notifications/kinds.ts';
import { noticeGroups, notificationKinds, noticeTopics } from './notifications/kinds.ts';

/** What the mails are about, in the order in which they are shown. */
export const mailGroups = ['access', ...noticeGroups, 'partner', 'billing'] as const;
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
  digest: { group: 'messages', brand: 'unit' },
  task_report: { group: 'data', brand: 'unit' },
  task_report_link: { group: 'data', brand: 'unit' },
  test: { group: 'unit', brand: 'unit' },
  trial_end: { group: 'partner', brand: 'partner' },
  unit_end_closed: { group: 'partner', brand: 'partner' },
  unit_end_trial: { group: 'partner', brand: 'partner' },
  unit_export_ready: { group: 'partner', brand: 'partner' },
  unit_export_failed: { group: 'partner', brand: 'partner' },
  demo_report_failed: { group: 'partner', brand: 'partner' },
  partner_suspended: { group: 'partner', brand: 'partner' },
  partner_resumed: { group: 'partner', brand: 'partner' },
  weekly_summary_units: { group: 'partner', brand: 'partner' },
  staff_requested: { group: 'partner', brand: 'partner' },
} as const satisfies Record<string, MailKindRow>;
/** Kinds of `accountMail`. */
export type LetterKind = keyof typeof letters;

type NoticeKind = `notice_${NotificationKind}`;
export const noticeMailKind = (kind: NotificationKind): NoticeKind => `notice_${kind}`;

const bills = {
  bill_issued: { group: 'billing', brand: 'partner' },
  bill_reminder: { group: 'billing', brand: 'partner' },
} as const satisfies Record<string, MailKindRow>;
export type BillMailKind = keyof typeof bills;

export type MailKind = LetterKind | NoticeKind | BillMailKind;

/** Notifications are mailed as well, in the brand of the unit. */
const ofNotices = Object.fromEntries(
  Object.entries(notificationKinds).map(([kind, topic]): [string, MailKindRow] => [
    `notice_${kind}`,
    { group: noticeTopics[topic].group, brand: 'unit' },
  ]),
) as Record<NoticeKind, MailKindRow>;

export const mailKinds: Readonly<Record<MailKind, MailKindRow>> = { ...letters, ...ofNotices, ...bills };
// The keys of an object are strings to the compiler, whatever its type says.
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];
