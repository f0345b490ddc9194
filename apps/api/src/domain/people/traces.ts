/**
 * What a person leaves behind in a unit, as one list: by it an erasure removes, and by it is counted before what an erasure would do, so that
 * nobody is told anything else than what is done then.
 */
import type { KeptTrace, RemovedTrace, StoppingTrace } from '@vitrine/contract/people/erasurePreview.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { ofMembers } from './sessionsOf.ts';

/** Rows of a table that belong to somebody. Of the table nothing but its own columns is named. */
export type Trace<What extends string> = { what: What; table: string; where: RawBuilder<unknown> };

export type Leaving = { id: string; person_id: string; email: string; phone: string | null };

const trace = <const What extends string>(what: What, table: string, where: RawBuilder<unknown>): Trace<What> => ({ what, table, where });

/** Whether a cell of a row holds the e-mail, among other words as well, or the phone, however it is written. */
const namesInCells = ({ email, phone }: Leaving) => sql`exists (
  select from unnest(cells) as cell cross join lateral (select regexp_replace(cell, '[^0-9]', '', 'g') as digits) as d
  where strpos(lower(cell), ${email}) > 0 or (length(d.digits) >= 8 and ${(phone ?? '').replaceAll(/\D/g, '')}::text like '%' || d.digits))`;

const inReview = sql`import_id in (select i.id from user_import i where i.state = 'review')`;

/** Removed in this order: what is asked for by another row comes before that row. */
export function removedOf(leaving: Leaving): Trace<RemovedTrace>[] {
  const { id, person_id, email } = leaving;
  const [theirs, belonging] = [sql`person_id = ${person_id}`, sql`membership_id = ${id}`];
  const ownPlaylists = sql`owner_id = ${person_id} and not shared`;
  return [
    // Pictures are gone at once, also by the address that was given away.
    trace(
      'pictures',
      'file',
      sql`kind in ('picture', 'thumbnail') and (${theirs} or id = (select m.picture_id from membership m where m.id = ${id}))`,
    ),
    trace(
      'directory',
      'scim_log',
      sql`object_id = ${id} or lower(user_name) in (${email}, (select s.user_name_key from scim_user s where s.membership_id = ${id}))`,
    ),
    trace('directory', 'scim_rehearsal', sql`id = ${id} or lower(name) = ${email}`),
    trace('directory', 'scim_user', belonging),
    trace('groups', 'user_group_member', belonging),
    trace('access', 'report_grant', belonging),
    trace('exports', 'report_export', theirs),
    trace('exports', 'task_letter', theirs),
    trace('access', 'report_removal', belonging),
    trace('hours', 'shift_membership', belonging),
    trace('hours', 'access_extension', belonging),
    trace('notifications', 'notification', theirs),
    trace('choices', 'notification_choice', theirs),
    trace('saved_views', 'saved_view', theirs),
    trace('mentions', 'report_mention', theirs),
    trace('favourites', 'favourite', theirs),
    trace('votes', 'faq_vote', theirs),
    trace('votes', 'shared_faq_vote', theirs),
    trace('pictures', 'thumbnail', theirs),
    trace('choices', 'reader_choice', theirs),
    trace('screens', 'playlist_link', sql`${belonging} or playlist_id in (select p.id from playlist p where ${ownPlaylists})`),
    trace('playlists', 'playlist', ownPlaylists),
    // What waits in a review is not imported any more.
    trace('imports', 'user_import_row', sql`${inReview} and ${namesInCells(leaving)}`),
  ];
}

/** That something was answered stays; what was said may name the person. */
const unsaid = sql`case when answer = '' then '' else '…' end`;

/** Stays without words: what is set in its place. */
export function emptiedOf(leaving: Leaving): (Trace<KeptTrace> & { set: RawBuilder<unknown> })[] {
  const { id, person_id } = leaving;
  const [theirs, belonging] = [sql`person_id = ${person_id}`, sql`membership_id = ${id}`];
  return [
    { ...trace('comments', 'report_comment', theirs), set: sql`text = '…'` },
    { ...trace('requests', 'privacy_request', belonging), set: sql`text = '', answer = ${unsaid}` },
    {
      ...trace('requests', 'catalogue_request', sql`${belonging} or asked_by = ${person_id}`),
      set: sql`reason = '', answer = ${unsaid}, state = case state when 'open' then 'cancelled' else state end`,
    },
    { ...trace('holds', 'legal_hold', belonging), set: sql`reason = '…'` },
    { ...trace('problems', 'report_problem', theirs), set: sql`description = '', details = '', decision = null` },
    {
      ...trace(
        'imported_rows',
        'user_import_row',
        sql`(${belonging} or ${namesInCells(leaving)}) and not (${inReview} and ${namesInCells(leaving)})`,
      ),
      set: sql`cells = array_fill(''::text, array[cardinality(cells)]), problems = '{}'`,
    },
  ];
}

/** Stays as it is, under a key that names nobody. */
export const keyedOf = ({ person_id }: Leaving): Trace<KeptTrace>[] => [
  trace('tickets', 'ticket', sql`opened_by = ${person_id}`),
  trace('tickets', 'ticket_entry', sql`person_id = ${person_id} and kind <> 'event'`),
  trace('views', 'report_view', sql`person_id = ${person_id}`),
  trace('terms', 'term_acceptance', sql`person_id = ${person_id}`),
  trace('log', 'audit_log', sql`person_id = ${person_id}`),
  trace('reports', 'report', sql`owner_id = ${person_id} and archived_at is null`),
  trace('shared_playlists', 'playlist', sql`owner_id = ${person_id} and shared`),
];

/** Others notice it at once: what runs with this person's rights ends, and what they looked after waits for somebody else. */
export const stoppingOf = ({ id, person_id }: Leaving, now: Date): Trace<StoppingTrace>[] => [
  trace('tasks', 'task', sql`owner_id = ${person_id}`),
  trace('refreshes', 'refresh_schedule', sql`owner_id = ${person_id}`),
  trace('screens', 'playlist_link', sql`membership_id = ${id} and revoked_at is null and expires_at > ${now}`),
  trace('links', 'saved_view', sql`person_id = ${person_id} and kind = 'link'`),
  trace('embedding', 'embedding', sql`anonymous_membership_id = ${id}`),
  trace('tickets', 'ticket', sql`assigned_to = ${person_id} and state <> 'resolved'`),
];

/** What an account has beside its row. Sessions are not among them: they are the record of access. */
export function accountTracesOf(people: readonly string[]): Trace<RemovedTrace>[] {
  const theirs = sql`person_id = any (${[...people]}::uuid[])`;
  return [
    trace('devices', 'push_device', theirs),
    trace('devices', 'device', theirs),
    trace('ways_in', 'one_time_token', theirs),
    trace('ways_in', 'password_history', theirs),
    trace('ways_in', 'second_factor', theirs),
    trace('ways_in', 'recovery_code', theirs),
    trace('ways_in', 'passkey', theirs),
    trace('choices', 'welcome_seen', theirs),
    trace('choices', 'profile_survey', theirs),
  ];
}

type Account = Leaving & { identity_is_ours: boolean };

/** Sessions that an erasure ends, where the account stays those in the unit. */
export const sessionsOf = (
  { person_id, identity_is_ours }: Pick<Account, 'person_id' | 'identity_is_ours'>,
  tenant_id: string,
): Trace<'sessions'> =>
  trace(
    'sessions',
    'session',
    sql`person_id = ${person_id} and (${identity_is_ours} or (tenant_id = ${tenant_id}::uuid and ${ofMembers}))`,
  );

/** Somebody who asked to register before they were let in otherwise. */
export const registrationsOf = (
  { email, identity_is_ours }: Pick<Account, 'email' | 'identity_is_ours'>,
  tenant_id: string,
): Trace<'ways_in'> =>
  trace('ways_in', 'registration_link', sql`email = ${email} and (${identity_is_ours} or tenant_id = ${tenant_id}::uuid)`);

/** What is counted where accounts are kept. */
export const outsideOf = (leaving: Account, tenant_id: string, now: Date): Trace<RemovedTrace>[] => {
  const sessions = sessionsOf(leaving, tenant_id);
  return [
    { ...sessions, where: sql`${sessions.where} and ended_at is null and expires_at > ${now}` },
    registrationsOf(leaving, tenant_id),
    ...accountTracesOf(leaving.identity_is_ours ? [leaving.person_id] : []),
  ];
};

/** How many there are, each kind once. */
export const countOf = <What extends string>(traces: readonly Trace<What>[]): RawBuilder<{ what: What; count: number }> => sql<{
  what: What;
  count: number;
}>`
  select what, sum(count)::int as count from (${sql.join(
    traces.map(({ what, table, where }) => sql`select ${what}::text as what, count(*) as count from ${sql.table(table)} where ${where}`),
    sql` union all `,
  )}) as counted group by what having sum(count) > 0`;
