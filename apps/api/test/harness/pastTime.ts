/** A unit whose rows of every kind that is kept for a time only come to their end: the periods of docs/reference/product-rules.md 15, said once more. */
import { sql } from 'kysely';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import { anchorAudit, sealAudit } from '#features/audit/auditProof/sealing.jobs.ts';
import { watchEnds } from '#features/organisation/companies/ends.jobs.ts';
import { expireRequests } from '#features/access/catalogue/catalogue.jobs.ts';
import { forgetImports } from '#features/people/userImport/userImport.jobs.ts';
import { scheduledUsers } from '#features/people/users/users.jobs.ts';
import { countUsage } from '#features/reports/reportUsage/usageDays.jobs.ts';
import { closeRemoteAccess } from '#features/signIn/signIn/remoteAccess/remoteAccess.jobs.ts';
import { fillUnit } from './fullUnit.ts';
import type { World } from './world.ts';

/** Lines of the log have ids of their time. The database has its own clock, so they are past it. */
const line = (tenant_id: string, person_id: string, age: string) => sql`
  insert into audit_log (id, at, tenant_id, person_id, actor_id, action, object_type, ip)
  select (left(first_id_of(at)::text, 18) || substr(gen_random_uuid()::text, 19))::uuid, at, ${tenant_id}::uuid, ${person_id}::uuid, ${person_id}::uuid,
    'report.update', 'past', '203.0.113.9'
  from (select now() - ${age}::interval - interval '1 hour' as at) as moment`;

/** Every row of a member or of the unit goes three days from now; what stands in the log is due. */
export const ending = (tenant_id: string, { id, membership_id }: { id: string; membership_id: string | null }) => {
  const since = (period: string) => sql`now() + interval '3 days' - ${period}::interval`;
  return [
    sql`insert into notification (tenant_id, id, person_id, kind, created_at) values (${tenant_id}, uuid_v7(), ${id}, 'message', ${since('365 days')})`,
    sql`insert into notification (tenant_id, id, person_id, kind, read_at) values (${tenant_id}, uuid_v7(), ${id}, 'message', ${since('90 days')})`,
    sql`insert into faq_search (tenant_id, words, last_at) values (${tenant_id}, ${`palavras ${id}`}, ${since('180 days')})`,
    sql`insert into scim_log (tenant_id, at, token_name, rehearsal, kind, name, asked, outcome, object_id)
      values (${tenant_id}, ${since('90 days')}, 'x', false, 'user', 'x', 'change', 'changed', ${membership_id})`,
    sql`insert into report_view (tenant_id, id, report_id, person_id, actor_id, opened_at)
      select tenant_id, uuid_v7(), id, ${id}, ${id}, ${since('12 months')} from report where tenant_id = ${tenant_id} limit 1`,
    sql`insert into catalogue_request (tenant_id, id, report_id, membership_id, reason, state, created_at)
      select tenant_id, uuid_v7(), id, ${membership_id}, 'x', 'lapsed', ${since('366 days')} from report where tenant_id = ${tenant_id} limit 1`,
    sql`insert into remote_access (tenant_id, asker_id, asker_role, asker_session_id, membership_id, person_id, reason, minutes, wished, state, answer_until, created_at)
      values (${tenant_id}, ${id}, 'admin', uuid_v7(), ${membership_id}, ${id}, 'Ajuda com os filtros', 30, 'read', 'denied', now(), ${since('12 months')})`,
    sql`insert into user_import (tenant_id, id, file_name, state, header, mapping, created_by, finished_at)
      values (${tenant_id}, uuid_v7(), 'x.csv', 'done', '{}', '{}', ${id}, ${since('30 days')})`,
    sql`insert into incident (tenant_id, id, title, noticed_at, due_on, closed_at, created_by)
      values (${tenant_id}, uuid_v7(), 'Planilha enviada ao destinatário errado', ${since('5 years')}, current_date - 1820, ${since('5 years')}, ${id})`,
    sql`insert into incident_person (tenant_id, incident_id, membership_id, found_by)
      select tenant_id, id, ${membership_id}, 'hand' from incident where tenant_id = ${tenant_id} and created_by = ${id}`,
    sql`update session set expires_at = ${since('6 months')} where tenant_id = ${tenant_id} and person_id = ${id}`,
    line(tenant_id, id, '25 months'),
    line(tenant_id, id, '6 months'),
  ];
};

/** Whom somebody deleted, thirty days ago three days from now. */
export const deleted = (tenant_id: string, person_id: string) => sql`
  update membership set state = 'deactivated', delete_on = current_date - 27, deactivated_on = current_date - 27 where tenant_id = ${tenant_id} and person_id = ${person_id}`;

export async function endingUnit(world: World) {
  const [unit, other] = [await world.unit({ settings: { timezone: 'America/Sao_Paulo' } }), await world.unit()];
  const people = await fillUnit(world, unit, other);
  await world.owner.write([...ending(unit.id, people.reader), sql`delete from retention_run where tenant_id = ${unit.id}`]);
  await world.owner.run(deleted(unit.id, people.away.id));
  return { unit, ...people };
}

/** Everything that removes what is past its time. */
export async function cleanUp(world: World): Promise<void> {
  for (const job of [housekeeping, countUsage, expireRequests, closeRemoteAccess, forgetImports, scheduledUsers]) await world.runJobs(job);
}

/** Makes entries of the chain for lines, and the seal of the day. */
export const makeEntries = (world: World) => world.runJobs(sealAudit);
export const makeSeal = (world: World) => world.runJobs(anchorAudit);

/** Looks which units come to their end, some days from now, and does what follows. */
export async function watchUnitEnds(world: World, days: number): Promise<void> {
  world.setTime(daysFromNow(days));
  await world.runJobs(watchEnds);
  await world.runJobs();
}

export const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000);
