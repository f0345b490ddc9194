/**
 * What the portal stores about a person, table by table: the account, which belongs to no unit, and the data of a unit.
 * A test reads from the database which tables refer to people, and fails for one that is neither here nor in `elsewhere`.
 * Columns that end in `_at` are moments, in `_on` days.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

export type DataCell = string | number | boolean | null;
export type DataRow = Record<string, DataCell>;
type Who = { person_id: string; membership_id: string | null };

export type Section = {
  /** A word of the catalogue `ownData`. */
  key: string;
  /** Tables that it tells of. */
  tables: readonly string[];
  rows: (who: Who) => RawBuilder<DataRow>;
};

/** Queried as the identity role. */
export const accountSections: readonly Section[] = [
  {
    key: 'account',
    tables: ['person'],
    rows: ({ person_id }) => sql<DataRow>`
      select name, email, phone, language, auth_method, created_at, password_changed_at from person where id = ${person_id}`,
  },
  {
    key: 'units',
    tables: ['membership', 'unit_use', 'staff'],
    rows: ({ person_id }) => sql<DataRow>`
      select t.name as unit, m.role, m.state, m.created_at, u.last_used_at
      from membership m join tenant t on t.id = m.tenant_id
      left join unit_use u on u.person_id = m.person_id and u.tenant_id = m.tenant_id
      where m.person_id = ${person_id}
      union all
      select coalesce(p.name, ''), s.role, s.state, s.created_at, null from staff s left join partner p on p.id = s.partner_id
      where s.person_id = ${person_id}
      order by 4`,
  },
  {
    key: 'survey',
    tables: ['profile_survey'],
    rows: ({ person_id }) => sql<DataRow>`select position, other, answered_at from profile_survey where person_id = ${person_id}`,
  },
  {
    key: 'shared_terms',
    tables: ['shared_term_acceptance'],
    rows: ({ person_id }) => sql<DataRow>`
      select v.title, v.number, a.accepted_at, host(a.ip) as ip, a.language, a.user_agent
      from shared_term_acceptance a join shared_term_version v on v.id = a.version_id where a.person_id = ${person_id} order by a.accepted_at desc`,
  },
  {
    key: 'second_factor',
    tables: ['second_factor', 'recovery_code', 'passkey'],
    rows: ({ person_id }) => sql<DataRow>`
      select 'app' as method, null as name, totp_confirmed_at as created_at, null::timestamptz as last_used_at
      from second_factor where person_id = ${person_id} and totp_confirmed_at is not null
      union all
      select 'email', null, email_confirmed_at, null from second_factor where person_id = ${person_id} and email_confirmed_at is not null
      union all
      select 'recovery', null, recovery_made_at, (select max(r.used_at) from recovery_code r where r.person_id = f.person_id)
      from second_factor f where person_id = ${person_id} and recovery_made_at is not null
      union all
      select 'passkey', name, created_at, last_used_at from passkey where person_id = ${person_id}
      order by 3`,
  },
  {
    key: 'sessions',
    tables: ['session'],
    rows: ({ person_id }) => sql<DataRow>`
      select created_at, expires_at, ended_at, end_reason, host, host(ip) as ip, user_agent from session
      where person_id = ${person_id} order by created_at desc`,
  },
  {
    key: 'devices',
    tables: ['device'],
    rows: ({ person_id }) => sql<DataRow>`
      select user_agent, created_at, last_used_at, trusted_until as trusted_until_at from device where person_id = ${person_id} order by last_used_at desc`,
  },
  {
    key: 'push_devices',
    tables: ['push_device'],
    rows: ({ person_id }) => sql<DataRow>`
      select user_agent, created_at, last_sent_at from push_device where person_id = ${person_id} order by created_at desc`,
  },
];

/** Queried in the person's current unit, because units are isolated here as everywhere. */
export const unitSections: readonly Section[] = [
  {
    key: 'membership',
    tables: ['membership', 'file'],
    rows: ({ membership_id }) => sql<DataRow>`
      select role, state, department, authentication_level, picture_id is not null as picture, billing_administrator, support_agent, allow_remote_access,
        create_notifications, refresh_datasets, wake_capacities, ip_exempt, keeps_password, ignore_auto_block, home_page, block_on, delete_on, created_at, registered_at
      from membership where id = ${membership_id}::uuid`,
  },
  {
    key: 'custom_fields',
    tables: ['membership'],
    rows: ({ membership_id }) => sql<DataRow>`
      select f.name as field, m.custom ->> f.id::text as value from membership m join custom_field f on m.custom ? f.id::text
      where m.id = ${membership_id}::uuid order by f.position, f.name_key`,
  },
  {
    key: 'groups',
    tables: ['user_group_member'],
    rows: ({ membership_id }) => sql<DataRow>`
      select g.name, gm.ends_on from user_group_member gm join user_group g on g.id = gm.group_id
      where gm.membership_id = ${membership_id}::uuid order by g.name_key`,
  },
  {
    key: 'entra',
    tables: ['entra_identity'],
    rows: ({ membership_id }) => sql<DataRow>`
      select d.name, i.created_at, i.linked_at from entra_identity i join entra_directory d on d.id = i.entra_directory_id
      where i.membership_id = ${membership_id}::uuid order by d.name`,
  },
  {
    key: 'provisioning',
    tables: ['scim_user'],
    rows: ({ membership_id }) => sql<DataRow>`
      select v.key as field, v.value from scim_user s, lateral (
        select 'userName' as key, s.user_name as value union all select 'externalId', s.external_id where s.external_id is not null
        union all select e.key, coalesce(e.value #>> '{}', '') from jsonb_each(s.resource) as e) as v
      where s.membership_id = ${membership_id}::uuid order by v.key`,
  },
  {
    key: 'saml',
    tables: ['saml_person'],
    rows: ({ membership_id }) => sql<DataRow>`
      select a.name, s.first_at, s.last_at from saml_person s join saml_app a on a.id = s.saml_app_id
      where s.membership_id = ${membership_id}::uuid order by a.name`,
  },
  {
    key: 'remote_access',
    tables: ['remote_access'],
    rows: ({ membership_id }) => sql<DataRow>`
      select p.name, r.reason, r.mode, r.created_at, r.started_at, r.ended_at from remote_access r join person p on p.id = r.asker_id
      where r.membership_id = ${membership_id}::uuid order by r.created_at`,
  },
  {
    key: 'hours',
    tables: ['shift_membership', 'access_extension'],
    rows: ({ membership_id }) => sql<DataRow>`
      select s.name, null::timestamptz as until_at from shift_membership sm join shift s on s.id = sm.shift_id where sm.membership_id = ${membership_id}::uuid
      union all
      select null, e.until from access_extension e where e.membership_id = ${membership_id}::uuid`,
  },
  {
    key: 'report_access',
    tables: ['report_grant', 'report_removal'],
    rows: ({ membership_id }) => sql<DataRow>`
      select r.title as report, true as granted, array_to_string(a.rls_roles, ', ') as rls_roles, a.rls_username, a.filters::text as filters, a.ends_on
      from report_grant a join report r on r.id = a.report_id where a.membership_id = ${membership_id}::uuid
      union all
      select r.title, false, null, null, null, null from report_removal x join report r on r.id = x.report_id where x.membership_id = ${membership_id}::uuid
      order by 1`,
  },
  {
    key: 'terms',
    tables: ['term_acceptance'],
    rows: ({ person_id }) => sql<DataRow>`
      select v.title, v.number, a.accepted_at, host(a.ip) as ip, a.language, a.user_agent
      from term_acceptance a join term_version v on v.id = a.version_id where a.person_id = ${person_id} order by a.accepted_at desc`,
  },
  {
    key: 'views',
    tables: ['report_view', 'usage_reader', 'failed_opening'],
    rows: ({ person_id }) => sql<DataRow>`
      select r.title as report, v.opened_at, (
        select string_agg(distinct p.page, ', ') from report_page_view p where p.view_id = v.id
      ) as pages, v.trouble as reason
      from report_view v join report r on r.id = v.report_id where v.person_id = ${person_id}
      union all
      select r.title, f.hour, null, f.cause from failed_opening f join report r on r.id = f.report_id where f.person_id = ${person_id}
      order by opened_at desc`,
  },
  {
    key: 'saved_views',
    tables: ['saved_view'],
    rows: ({ person_id }) => sql<DataRow>`
      select r.title as report, s.kind, s.name, s.page, s.created_at, s.updated_at
      from saved_view s join report r on r.id = s.report_id where s.person_id = ${person_id} order by s.updated_at desc`,
  },
  {
    key: 'comments',
    tables: ['report_comment', 'report_thread', 'report_mention'],
    rows: ({ person_id }) => sql<DataRow>`
      select r.title as report, 'said' as kind, c.text, t.page, c.created_at
      from report_comment c join report_thread t on t.tenant_id = c.tenant_id and t.id = c.thread_id join report r on r.id = t.report_id
      where c.person_id = ${person_id}
      union all
      select r.title, 'mentioned', null, t.page, c.created_at
      from report_mention m join report_comment c on c.tenant_id = m.tenant_id and c.id = m.comment_id
      join report_thread t on t.tenant_id = c.tenant_id and t.id = c.thread_id join report r on r.id = t.report_id
      where m.person_id = ${person_id} order by 5 desc`,
  },
  {
    key: 'favourites',
    tables: ['favourite'],
    rows: ({ person_id }) => sql<DataRow>`
      select r.title as report, f.created_at from favourite f join report r on r.id = f.report_id where f.person_id = ${person_id}
      order by f.created_at desc`,
  },
  {
    key: 'catalogue_requests',
    tables: ['catalogue_request'],
    rows: ({ person_id, membership_id }) => sql<DataRow>`
      select r.title as report, q.reason, q.state, q.answer, q.created_at, q.decided_at
      from catalogue_request q join report r on r.id = q.report_id where coalesce(q.asked_by = ${person_id}, q.membership_id = ${membership_id}::uuid) order by q.created_at desc`,
  },
  {
    key: 'problems',
    tables: ['report_problem'],
    rows: ({ person_id }) => sql<DataRow>`
      select r.title as report, x.description, x.page, x.created_at, x.solved_at
      from report_problem x join report r on r.id = x.report_id where x.person_id = ${person_id} order by x.created_at desc`,
  },
  {
    key: 'tickets',
    tables: ['ticket', 'ticket_entry', 'ticket_mention', 'ticket_rating', 'ticket_watcher'],
    rows: ({ person_id }) => sql<DataRow>`
      select '#' || t.number || ' ' || t.title as ticket, 'opened' as kind, t.text, t.priority, t.created_at, t.resolved_at
      from ticket t where t.opened_by = ${person_id}
      union all
      select '#' || t.number || ' ' || t.title, e.kind, e.text, null, e.created_at, null
      from ticket_entry e join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id where e.person_id = ${person_id} and e.kind <> 'event'
      union all
      select '#' || t.number || ' ' || t.title, 'mentioned', null, null, e.created_at, null
      from ticket_mention x join ticket_entry e on e.tenant_id = x.tenant_id and e.id = x.entry_id
        join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id where x.person_id = ${person_id}
      union all
      select '#' || t.number || ' ' || t.title, 'watched', null, null, t.created_at, null
      from ticket_watcher x join ticket t on t.tenant_id = x.tenant_id and t.id = x.ticket_id where x.person_id = ${person_id}
      union all
      select '#' || t.number || ' ' || t.title, 'rated_' || r.helped, r.words, null, r.rated_at, r.resolved_at
      from ticket_rating r join ticket t on t.tenant_id = r.tenant_id and t.id = r.ticket_id where t.opened_by = ${person_id}
      order by 5 desc`,
  },
  {
    key: 'faq_votes',
    tables: ['faq_vote', 'shared_faq_vote'],
    rows: ({ person_id }) => sql<DataRow>`
      select f.question ->> 'pt-BR' as question, v.helped, v.voted_at from faq_vote v join faq f on f.tenant_id = v.tenant_id and f.id = v.faq_id
      where v.person_id = ${person_id}
      union all
      select s.question ->> 'pt-BR', v.helped, v.voted_at from shared_faq_vote v join shared_faq s on s.id = v.faq_id
      where v.person_id = ${person_id} order by 3 desc`,
  },
  {
    key: 'exports',
    tables: ['report_export'],
    rows: ({ person_id }) => sql<DataRow>`
      select r.title as report, x.format, x.page, x.state, x.created_at
      from report_export x join report r on r.id = x.report_id where x.person_id = ${person_id} order by x.created_at desc`,
  },
  {
    key: 'playlists',
    tables: ['playlist', 'playlist_link'],
    rows: ({ person_id, membership_id }) => sql<DataRow>`
      select name, 'playlist' as kind, created_at from playlist where owner_id = ${person_id}
      union all
      select name, 'screen', created_at from playlist_link where membership_id = ${membership_id}::uuid
      order by 3 desc`,
  },
  {
    key: 'choices',
    tables: ['notification_choice', 'reader_choice'],
    rows: ({ person_id }) => sql<DataRow>`
      select c.mails, c.digest_hour, c.quiet_from, c.quiet_until, c.not_in_portal, c.not_by_mail, c.not_by_push, r.save_filter from (select 1) one
      left join notification_choice c on c.person_id = ${person_id} left join reader_choice r on r.person_id = ${person_id}
      where c.person_id is not null or r.person_id is not null`,
  },
  {
    key: 'notifications',
    tables: ['notification'],
    rows: ({ person_id }) => sql<DataRow>`
      select kind, "values"::text as text, created_at, read_at
      from notification where person_id = ${person_id} and deleted_at is null order by created_at desc`,
  },
  {
    key: 'requests',
    tables: ['privacy_request'],
    rows: ({ membership_id }) => sql<DataRow>`
      select kind, text, state, answer, created_at, decided_at from privacy_request
      where membership_id = ${membership_id}::uuid order by created_at desc`,
  },
  {
    key: 'activity',
    tables: ['audit_log'],
    rows: ({ person_id }) => sql<DataRow>`
      select at as happened_at, action, object_type, host(ip) as ip, actor_id is distinct from person_id as by_somebody_else
      from audit_log where person_id = ${person_id} order by id desc`,
  },
];

/** Tables that refer to people but are no section, with the reason. */
export const elsewhere: Readonly<Record<string, string>> = {
  embedded_session: 'remembers for a day that a token was used; what was read stands among the views',
  embedding: 'names the reader in whose place strangers read; the log says who chose them',
  legal_hold: 'what a lawsuit or an authority asks the unit to keep, which the unit tells; what is kept stands in the other sections',
  live_event: 'says that something has changed, and of each topic the last one',
  one_time_token: 'a hash that opens a link for minutes',
  mailed_code: 'a number that lives for minutes',
  passkey_challenge: 'a number that lives for minutes',
  password_history: 'hashes of passwords, which nobody may see',
  welcome_seen: 'which greeting of the portal was shown, so that it is not shown again',
  sign_in_step: 'a sign-in that is not finished, for minutes',
  platform_setting: 'what was done in office stands in the activity',
  domain: 'what was done in office stands in the activity',
  broadcast: 'what was done in office stands in the activity',
  wording: 'what was done in office stands in the activity',
  dataset_refresh: 'what was done in office stands in the activity',
  task: 'what was done in office stands in the activity',
  task_run: 'what was done in office stands in the activity',
  task_letter: 'that a report was mailed by a task, until the task is deleted; the mail is with whoever got it',
  refresh_schedule: 'what was done in office stands in the activity',
  capacity_act: 'what was done in office stands in the activity',
  workspace_act: 'what was done in office stands in the activity',
  unit_export: 'what was done in office stands in the activity',
  seat_span: 'from when to when somebody had a place in a unit, for bills: memberships and the activity tell it',
  staff_request: 'who is to become staff of a partner, until it is decided; who asked and decided stands in the activity',
  setup_rollout: 'what was done in office stands in the activity',
  theme_picture: 'what was done in office stands in the activity',
  thumbnail: 'pictures of reports as they are seen, for three days',
  registration_link: 'an address that asked to register, until its link ends',
  report_upload: 'what was done in office stands in the activity',
  saml_attempt: 'a sign-in or a test that is under way, for ten minutes',
  entra_sign_in: 'a sign-in or a link that is under way, for ten minutes',
  user_import_row: 'the file of an administrator, who took it from elsewhere; its cells end after thirty days',
  report: 'what was done in office stands in the activity',
  report_group: 'what was done in office stands in the activity',
  user_group: 'what was done in office stands in the activity',
  incident: 'what was done in office stands in the activity',
  incident_person: 'that an incident concerns somebody is told them by the unit, as the law asks, and not before it knows',
};
