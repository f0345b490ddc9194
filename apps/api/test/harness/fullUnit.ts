/** A unit with a row of everything that a unit can have, and who is in it. */
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import { cleanFilesOfUnit } from '#domain/files/files.jobs.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { familyOf } from '../matrix/fixtures.ts';
import type { Unit } from './population.ts';
import type { World } from './world.ts';

/** What no fixture of the matrix makes. */
const more = (tenant_id: string, person_id: string, membership_id: string) => [
  query.insertInto('unit_use').values({ person_id, tenant_id, last_used_at: new Date() }),
  query.insertInto('access_extension').values({ tenant_id, membership_id, until: new Date() }),
  query.insertInto('live_event').values({ tenant_id, topic: 'report' }),
  query.insertInto('notification_choice').values({ tenant_id, person_id, mails: 'daily' }),
  query.insertInto('reader_choice').values({ tenant_id, person_id, save_filter: 'ask' }),
  query.insertInto('usage_day').values({ tenant_id, day: '2026-06-01', views: 1, people: 1, reports: 1, seconds: 1 }),
  query.insertInto('usage_outcome').values({ tenant_id, day: '2026-06-01', kind: 'sign_in', outcome: 'password', count: 1 }),
  query.insertInto('usage_speed').values({ tenant_id, day: '2026-06-01', load_ms: 900, views: 1 }),
  query.insertInto('usage_reader').values({ tenant_id, day: '2026-06-01', person_id, views: 1, seconds: 1 }),
  query.insertInto('unit_size').values({ tenant_id, bytes: 1, log_lines: 1, measured_at: new Date() }),
  query.insertInto('usage_count').values({ tenant_id, counted_until: '2026-06-02', log_read_at: new Date() }),
  query.insertInto('retention_run').values({ tenant_id, kind: 'views', day: '2026-06-01', removed: 1, ran_at: new Date() }),
  query.insertInto('user_import_mapping').values({ tenant_id, header: 'Nome', field: 'name' }),
  query.insertInto('one_time_token').values({
    token_hash: Buffer.from(uuidv7()),
    purpose: 'invitation',
    person_id,
    tenant_id,
    expires_at: new Date(Date.now() + 86_400_000),
  }),
  query.insertInto('registration_link').values({
    tenant_id,
    id: uuidv7(),
    email: `${uuidv7()}@example.com`,
    language: 'pt-BR',
    token_hash: Buffer.from(uuidv7()),
    expires_at: new Date(Date.now() + 86_400_000),
  }),
  sql`insert into page_list (tenant_id, report_id, names, titles, words)
    select tenant_id, id, '{p1}', '{Página}', 'pagina' from report where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into failed_opening (tenant_id, report_id, person_id, hour, cause)
    select tenant_id, id, ${person_id}, '2026-06-01T12:00:00Z', 'capacity_paused' from report where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into usage_report (tenant_id, day, report_id, views, people, seconds, failures)
    select tenant_id, '2026-06-01', id, 1, 1, 1, 0 from report where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into report_load (tenant_id, report_id, loads, p95_ms, usual_ms, counted_at)
    select tenant_id, id, 20, 1000, 1000, now() from report where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into file (tenant_id, id, kind, name, content_type, size, bytes)
    values (${tenant_id}, uuid_v7(), 'report_page', 'page.html', 'text/html', 1, 'x')`,
  sql`insert into report_page (tenant_id, report_id, file_id)
    select r.tenant_id, r.id, f.id from report r join file f using (tenant_id) where r.tenant_id = ${tenant_id} and f.kind = 'report_page' limit 1
    on conflict do nothing`,
  sql`insert into report_page_view (tenant_id, id, view_id, page, device, origin)
    select tenant_id, uuid_v7(), id, 'p1', 'phone', 'viewer' from report_view where tenant_id = ${tenant_id}`,
  sql`insert into shift_membership (tenant_id, shift_id, membership_id)
    select tenant_id, id, ${membership_id} from shift where tenant_id = ${tenant_id}`,
  sql`insert into capacity_shift (tenant_id, capacity_id, shift_id)
    select c.tenant_id, c.id, s.id from capacity c join shift s using (tenant_id) where c.tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into shift_user_group (tenant_id, shift_id, user_group_id)
    select s.tenant_id, s.id, g.id from shift s join user_group g using (tenant_id) where s.tenant_id = ${tenant_id}`,
  sql`insert into term_acceptance (tenant_id, id, version_id, person_id, accepted_at, ip, language, text_hash)
    select tenant_id, uuid_v7(), id, ${person_id}, now(), '203.0.113.9', 'pt-BR', text_hash from term_version where tenant_id = ${tenant_id}`,
  sql`insert into entra_identity (tenant_id, membership_id, entra_directory_id, object_id, linked_at)
    select tenant_id, ${membership_id}, id, uuid_v7(), now() from entra_directory where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into scim_token_use (tenant_id, token_id, last_used_at) select tenant_id, id, now() from scim_token where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into scim_user (tenant_id, membership_id, user_name, external_id) values (${tenant_id}, ${membership_id}, ${`provisioned-${membership_id}`}, ${membership_id}) on conflict do nothing`,
  sql`insert into scim_group (tenant_id, group_id) select tenant_id, id from user_group where tenant_id = ${tenant_id} order by id desc limit 1 on conflict do nothing`,
  sql`insert into scim_rehearsal (tenant_id, token_id, kind, id, name) select tenant_id, id, 'user', ${membership_id}, 'rehearsed' from scim_token where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into saml_person (tenant_id, saml_app_id, membership_id)
    select tenant_id, id, ${membership_id} from saml_app where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into saml_group (tenant_id, saml_app_id, value)
    select tenant_id, id, 'vendas' from saml_app where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into entra_group (tenant_id, entra_directory_id, value, name)
    select tenant_id, id, uuid_v7()::text, 'Vendas' from entra_directory where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into saml_warning (tenant_id, saml_app_id, fingerprint, days)
    select tenant_id, id, 'ab', 30 from saml_app where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into ticket_attachment (tenant_id, file_id, ticket_id, position)
    select t.tenant_id, f.id, t.id, 1 from ticket t join file f using (tenant_id) where t.tenant_id = ${tenant_id} limit 1 on conflict do nothing`,
  sql`insert into remote_access_step (tenant_id, access_id, at, screen)
    select tenant_id, id, now(), 'reports' from remote_access where tenant_id = ${tenant_id}`,
  sql`insert into audit_chain (tenant_id, number) values (${tenant_id}, 1) on conflict do nothing`,
  sql`insert into audit_proof (tenant_id, number, kind, log_id, at, before_hash, after_hash, ip_hash, content_hash, link_hash)
    values (${tenant_id}, 1, 'line', uuid_v7(), now(), '\\x01', '\\x01', '\\x01', '\\x01', '\\x01') on conflict do nothing`,
  sql`insert into audit_anchor (tenant_id, day, number, link_hash) values (${tenant_id}, '2026-06-01', 1, '\\x01') on conflict do nothing`,
  sql`insert into embedded_report (tenant_id, report_id) select tenant_id, id from report where tenant_id = ${tenant_id} on conflict do nothing`,
  sql`insert into embedded_session (tenant_id, id, jti_hash, membership_id, anonymous, report_ids, origin, issued_at)
    values (${tenant_id}, uuid_v7(), '\x01', ${membership_id}, false, '{}', 'https://intranet.example', now())`,
  sql`insert into embedded_reader (tenant_id, month, reader_hash) values (${tenant_id}, '2026-06-01', '\x01')`,
  addJob(cleanFilesOfUnit, tenant_id, {}, { at: new Date(Date.now() + 86_400_000) }),
];

/** An administrator and a reader with everything, and somebody who belongs to another unit as well. */
export async function fillUnit(world: World, unit: Unit, other: Unit) {
  const [admin, reader, away] = [await unit.person('admin'), await unit.person('user'), await other.person('user')];
  await world.join(away, unit);
  for (const person of [admin, reader]) {
    await familyOf(world, unit, person);
    await world.signIn(person);
  }
  await world.owner.write(more(unit.id, reader.id, reader.membership_id ?? ''));
  return { admin, reader, away };
}
