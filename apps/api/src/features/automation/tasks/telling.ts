/** Whom a run tells, and what: each time anew, because people leave and lose reports. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { TaskRun } from '@vitrine/contract/automation/task.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { sql } from 'kysely';
import type { NoticeTable } from '#domain/notifications/noticeTable.ts';
import { withTable } from '#domain/notifications/noticeTable.ts';
import { notify } from '#domain/notifications/notify.ts';
import { readsReport } from '#domain/reportAccess/readers.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { Due } from './due.ts';
import { isMuted } from './due.ts';
import type { Value } from './condition.rules.ts';
import { asksForTable, shownCell, withoutTable } from './messageTable.rules.ts';
import { filledMessage } from './variables.rules.ts';

export type Told = Pick<TaskRun, 'told' | 'muted' | 'dropped'>;
export const nobody: Told = { told: 0, muted: false, dropped: [] };

/** Recipients per statement. */
const atOnce = 500;
/** Names in the list of those who were not told. */
const droppedKept = 100;
const longestValue = 120;

type Recipient = {
  person_id: string;
  membership_id: string;
  name: string;
  language: Locale;
  active: boolean;
  reads: boolean;
  manages: boolean;
  /** Has not switched off mails about tasks. */
  wants: boolean;
};

type Named = Pick<Due, 'report_id' | 'membership_ids' | 'user_group_ids' | 'to_self' | 'owner_id'>;

/** Members who are named, in a group, or own the task, each with what speaks for and against telling them. */
export const recipients = ({ due, today }: { due: Named; today: string }) => sql<Recipient>`
  select m.person_id, m.id as membership_id, p.name, p.language, m.state = 'active' as active, ${readsReport(due.report_id, today)} as reads, m.role = 'admin' as manages,
    coalesce(c.mails, 'at_once') <> 'never' and not 'tasks' = any (coalesce(c.not_by_mail, '{}')) as wants
  from membership m join person p on p.id = m.person_id left join notification_choice c on c.person_id = m.person_id
  where m.id = any (${due.membership_ids}::uuid[]) or (${due.to_self} and m.person_id = ${due.owner_id})
    or m.id in (select gm.membership_id from user_group_member gm
      where gm.group_id = any (${due.user_group_ids}::uuid[]) and (gm.ends_on is null or gm.ends_on >= ${today}::date))
  order by m.id`;

const shownValue = (value: Value): string => shownCell(value).slice(0, longestValue);

/** What the query has answered; a notice asks nothing. */
type Found = { value: Value; rows_found: number; table: NoticeTable } | null;

type Said = { kind: NotificationKind; values: Record<string, string | number> };

/** The number is that of all rows: whoever sees only some rows of the report is told that it happened, and not how much. */
function words(due: Due, what: 'fired' | 'recovered' | 'notice', found: Found): { whole: Said; plain: Said } {
  const about = { task: due.name, report: due.report };
  const typed = due.variables.map((one) => [one.name.toLowerCase(), one.value] as const);
  // A variable of that name was there first.
  const hasRows = found !== null && found.table.rows.length > 0;
  const asksTable = found !== null && asksForTable(due.message) && !typed.some(([name]) => name === 'table');
  const message = asksTable ? withoutTable(due.message) : due.message;
  const said = (more: readonly (readonly [string, string])[]) =>
    filledMessage(message, new Map([...typed, ['report', due.report], ['task', due.name], ...more])).slice(0, 1000);
  if (what === 'recovered') return same({ kind: 'task_recovered', values: about });
  if (what === 'notice' || found === null) return same({ kind: 'task_notice', values: { ...about, text: said([]) } });
  const plain: Said = { kind: 'task_fired_plain', values: about };
  if (due.message !== '') {
    const text = said([
      ['value', shownValue(found.value)],
      ['rows', String(found.rows_found)],
    ]);
    const shown = asksTable && hasRows ? withTable(text, found.table) : { text };
    return { whole: { kind: 'task_fired_note', values: { ...about, ...shown } }, plain };
  }
  return { whole: { kind: 'task_fired', values: { ...about, value: shownValue(found.value) } }, plain };
}

const same = (said: Said) => ({ whole: said, plain: said });

type Telling = { ctx: { tenant_id: string }; tx: Transaction; due: Due; today: string };

/** What asks nothing is told each time, unless it only leaves a run behind. */
export async function tellNotice(about: Telling, now: Date): Promise<Told> {
  if (about.due.only_execute) return nobody;
  return isMuted(about.due, now) ? { ...nobody, muted: true } : tellPeople(about, 'notice', null);
}

export async function tellPeople(about: Telling, what: 'fired' | 'recovered' | 'notice', found: Found): Promise<Told> {
  const { ctx, tx, due } = about;
  const people = await tx.run(recipients(about));
  const reached = people.filter(({ active, reads }) => active && reads);
  const seesAll = ({ manages }: Recipient) => due.data_rule === 'none' || manages;
  // A partner's staff has no membership of the unit and sees all its reports.
  const own = due.to_self && !people.some(({ person_id }) => person_id === due.owner_id) ? [due.owner_id] : [];
  const { whole, plain } = words(due, what, found);
  const groups = [
    { said: whole, person_ids: [...reached.filter(seesAll).map(({ person_id }) => person_id), ...own] },
    { said: plain, person_ids: reached.filter((one) => !seesAll(one)).map(({ person_id }) => person_id) },
  ];
  for (const { said, person_ids } of groups)
    for (let from = 0; from < person_ids.length; from += atOnce) {
      const notice = { ...said, person_ids: person_ids.slice(from, from + atOnce), link: `/${due.report_id}/reports/view` };
      for (const statement of notify(ctx.tenant_id, notice)) await tx.run(statement);
    }
  const dropped = people
    .filter(({ active, reads }) => !active || !reads)
    .map(({ name, active }) => ({ name, reason: active ? ('no_report' as const) : ('inactive' as const) }));
  return { told: reached.length + own.length, muted: false, dropped: dropped.slice(0, droppedKept) };
}

type About = Pick<Due, 'id' | 'name' | 'report' | 'owner_id' | 'owner_name'>;
type People = readonly { person_id: string }[];

const linkTo = ({ id }: About) => `/auto_actions/${id}`;
const ids = (people: People): string[] => people.map(({ person_id }) => person_id);

export const tellFailed = (tenant_id: string, about: About): Statement[] =>
  notify(tenant_id, {
    person_ids: [about.owner_id],
    kind: 'task_failed',
    values: { task: about.name, report: about.report },
    link: linkTo(about),
  });

export const tellUndelivered = (tenant_id: string, about: About): Statement[] =>
  notify(tenant_id, {
    person_ids: [about.owner_id],
    kind: 'task_undelivered',
    values: { task: about.name, report: about.report },
    link: linkTo(about),
  });

export const tellPaused = (tenant_id: string, about: About, people: People, count: number): Statement[] =>
  notify(tenant_id, {
    person_ids: [about.owner_id, ...ids(people)],
    kind: 'task_paused',
    values: { task: about.name, report: about.report, count },
    link: linkTo(about),
  });

export const tellOwnerGone = (tenant_id: string, about: About, people: People): Statement[] =>
  notify(tenant_id, {
    person_ids: ids(people),
    kind: 'task_unkept',
    values: { task: about.name, report: about.report, person: about.owner_name },
    link: linkTo(about),
  });
