/** An example of every kind of mail, with names and numbers that are made up, drawn by what draws the mails that are sent. */
import type { BillMailKind, LetterKind, MailKind } from '@vitrine/contract/mailKinds.ts';
import { mailKinds } from '@vitrine/contract/mailKinds.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { billLetter } from '#domain/billing/billLetter.ts';
import { digestMail } from '#domain/notifications/digestMail.ts';
import { noticeMail } from '#domain/notifications/noticeMail.ts';
import type { LetterContent, MailFrom } from '#domain/people/accountMail.ts';
import { accountMail } from '#domain/people/accountMail.ts';
import { exampleUnits, exampleWeek } from '#domain/weeklySummary/exampleWeek.ts';
import { unitsMail } from '#domain/weeklySummary/unitsMail.ts';
import { adviseUnit, unitsPage } from '#domain/weeklySummary/weeklySummary.rules.ts';
import { summaryValues } from '#domain/weeklySummary/weeklySummaryMail.ts';
import type { Message } from '#platform/mail/mail.ts';
import { shownDay } from '#platform/shownDay.ts';
import { translate } from '#platform/translate.ts';

type Receiver = { name: string; email: string; language: Locale };
type Values = Record<string, string | number>;

/** People of the examples. */
const [marina, paulo] = ['Marina Duarte', 'Paulo Siqueira'];
export const exampleReader = { name: marina, email: 'marina.duarte@example.com' };

const month = '2030-03';
const exampleDay = '2030-03-15';
const exampleDays = { from: '2030-03-09', until: exampleDay };
const hour = (date: string, language: Locale): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(date));

/** What stands in the sentences, whatever the kind: each takes what it has a place for. */
export function exampleValues(language: Locale): Values {
  const say = (key: string) => translate(language, `themeMails:example_${key}`);
  return {
    person: paulo,
    receiver: marina,
    asker: marina,
    actor: paulo,
    email: 'paulo.siqueira@example.com',
    unit: say('unit'),
    partner: say('partner'),
    report: say('report'),
    capacity: say('capacity'),
    theme: say('theme'),
    playlist: say('playlist'),
    screen: say('screen'),
    name: say('file'),
    task: say('subject'),
    value: '41',
    subject: say('subject'),
    text: say('text'),
    title: say('subject'),
    note: say('note'),
    question: say('question'),
    reason: say('reason'),
    answer: say('answer'),
    description: say('description'),
    message: say('message'),
    app: 'Entra ID',
    token: 'Entra ID',
    incident: say('incident'),
    domain: 'relatorios.example.com',
    host: 'smtp.example.com',
    date: shownDay(language, exampleDay),
    day: shownDay(language, exampleDay),
    from: shownDay(language, exampleDays.from),
    until: shownDay(language, exampleDays.until),
    views: 312,
    views_before: 280,
    since: hour('2030-03-15T08:40:00Z', language),
    starts: hour('2030-03-16T20:00:00Z', language),
    ends: hour('2030-03-16T22:00:00Z', language),
    minutes: 30,
    hours: 24,
    days: 7,
    count: 5,
    tries: 20,
    done: 48,
    failed: 2,
  };
}

/** Where the buttons of letters lead, and what else stands in them. No link opens anything: their words stand for a token. */
const contents: Record<LetterKind, Omit<LetterContent, 'values'>> = {
  invitation: { path: '/new/password/exemplo' },
  invitation_sso: { path: '/signin' },
  reset: { path: '/new/password/exemplo' },
  sso: { path: '/signin' },
  changed: { path: '/forgot' },
  code: { code: '482913' },
  factor_on: {},
  factor_off: {},
  factor_reset: { path: '/signin' },
  identity_on: {},
  identity_off: {},
  confirm: { path: '/register#exemplo' },
  known: { path: '/signin' },
  approved: { path: '/signin' },
  denied: {},
  erased: {},
  test: {},
  digest: { path: '/notifications' },
  task_report: { path: '/notifications' },
  task_report_link: { path: '/notifications' },
  trial_end: {},
  unit_end_closed: {},
  unit_end_trial: {},
  unit_export_ready: { path: '/companies' },
  unit_export_failed: { path: '/companies' },
  demo_report_failed: { path: '/companies' },
  partner_suspended: {},
  partner_resumed: {},
  weekly_summary_units: { path: unitsPage },
  staff_requested: { path: '/partner/staff' },
};

const isLetter = (kind: MailKind): kind is LetterKind => kind in contents;
const isBill = (kind: MailKind): kind is BillMailKind => mailKinds[kind].group === 'billing';

function exampleBill(kind: BillMailKind, to: Receiver, { host, look }: MailFrom): Message {
  const invoice = {
    number: 1042,
    month,
    total_cents: 184_000,
    due_on: `${month}-20`,
    client_name: translate(to.language, 'themeMails:example_client'),
  };
  const from = { invoice, kind, bill: null, brand: look, origin: host.origin, settings: undefined };
  return billLetter(to, from, 'footer_administrator');
}

/** `from`: in whose brand. */
export function exampleMail(kind: MailKind, to: Receiver, from: MailFrom): Message {
  if (isBill(kind)) return exampleBill(kind, to, from);
  const values = exampleValues(to.language);
  const week = exampleWeek(values);
  const noticeOf = (notice: NotificationKind) => {
    const own = notice === 'weekly_summary' ? summaryValues(exampleDay, week, adviseUnit(week)) : values;
    return noticeMail({ kind: notice, values: { ...own, date: exampleDay }, link: null }, to, from);
  };
  if (!isLetter(kind)) return noticeOf(kind.slice('notice_'.length) as NotificationKind);
  if (kind === 'weekly_summary_units') return unitsMail(to, from, exampleDays, exampleUnits(values));
  // The title of letters is that of the brand.
  const { title: _ofTicket, ...others } = values;
  const letter = accountMail(kind, to, from, { ...contents[kind], values: others });
  return kind === 'digest' ? digestMail(letter, [noticeOf('report_granted'), noticeOf('export_ready')], to.language) : letter;
}
