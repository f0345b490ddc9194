/** The SAML apps of a unit: switched off when they are added, at most one switched on. */
import type * as contract from '@vitrine/contract/signIn/saml.ts';
import type { SamlApp, SamlAppInput } from '@vitrine/contract/signIn/saml.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { endSessions } from '#domain/people/sessionsOf.ts';
import { hasSsoWay } from '#domain/access/ssoWays.ts';
import type { Context } from '#domain/serving/context.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import { makeOwnKey, readCertificate } from '#platform/saml/certificates.ts';
import { addressesOf, keyPlace } from './trust.ts';

const taken = { saml_app_name: 'name' };

type Row = Omit<SamlApp, 'certificates' | 'ours' | 'people' | 'only_way'> & { tenant_id: string; certificates: string[] };
type Counted = { id: string; people: number; only_way: number };

/** Members who came by each app, and how many of them have no password, passkey or directory: for them there is no other way in. */
const peopleByApp = (tenant_id: string | null) => sql<Counted>`
  select s.saml_app_id as id, count(*)::int as people,
    (count(*) filter (where p.password_hash is null and not exists (select from passkey k where k.person_id = p.id)
      and not exists (select from entra_identity e where e.tenant_id = m.tenant_id and e.membership_id = m.id and e.object_id is not null)))::int as only_way
  from saml_person s join membership m on m.tenant_id = s.tenant_id and m.id = s.membership_id and m.state <> 'deactivated'
  join person p on p.id = m.person_id where s.tenant_id = ${tenant_id} group by s.saml_app_id`;

export async function listApps(ctx: Context): Promise<SamlApp[]> {
  const rows = await ctx.run(sql<Row>`
    select a.tenant_id, a.id, a.name, a.entity_id, a.sso_url, a.slo_url, a.certificates, a.email_domains, a.email_attribute, a.name_attribute,
      a.groups_attribute, a.first_time, a.idp_initiated, a.active, a.version,
      coalesce((select jsonb_agg(jsonb_build_object('value', g.value, 'user_group_id', g.group_id) order by g.value, g.group_id)
        from saml_group g where g.saml_app_id = a.id), '[]') as groups
    from saml_app a order by a.name, a.id`);
  const counts = await ctx.identity.run(peopleByApp(ctx.actor.tenant_id));
  return Promise.all(
    rows.map(async ({ tenant_id, certificates, ...row }) => ({
      ...row,
      people: 0,
      only_way: 0,
      ...counts.find(({ id }) => id === row.id),
      certificates: certificates.flatMap((pem) => readCertificate(pem) ?? []),
      ours: await addressesOf(ctx, { id: row.id, tenant_id }),
    })),
  );
}

/** Units with an active app, as far as the caller reaches. */
export async function listUsed(ctx: Context): Promise<Answer<typeof contract.used>> {
  const scope = ctx.actor.role === 'partner' ? ctx.partner() : ctx;
  return scope.run(sql<{ tenant_id: string; saml_id: string }>`
    select tenant_id, id as saml_id from saml_app where active order by tenant_id`);
}

/** What of the input stands in the row. Refuses what is no certificate, and outside of a trial installation addresses without TLS. */
function columnsOf(
  { environment }: Pick<Context, 'environment'>,
  { certificates, groups: _groups, email_domains, ...input }: SamlAppInput,
) {
  const read = certificates.map((text) => readCertificate(text)?.pem ?? null);
  const wrong = read.findIndex((pem) => pem === null);
  if (wrong >= 0) failFields({ [`certificates.${wrong}`]: 'certificate_unusable' });
  for (const name of ['sso_url', 'slo_url'] as const)
    if (environment.production && input[name] !== null && !input[name].startsWith('https:')) failFields({ [name]: 'invalid' });
  return { ...input, email_domains: [...new Set(email_domains)], certificates: [...new Set(read.filter((pem) => pem !== null))] };
}

const groupsOf = (saml_app_id: string, groups: SamlAppInput['groups']): Statement[] =>
  groups.length === 0
    ? []
    : [
        query
          .insertInto('saml_group')
          .values(groups.map(({ value, user_group_id }) => ({ tenant_id: ownTenant, saml_app_id, value, group_id: user_group_id })))
          .onConflict((conflict) => conflict.doNothing()),
      ];

export async function addApp(ctx: Context, input: SamlAppInput): Promise<{ id: string }> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const columns = columnsOf(ctx, input);
  const id = uuidv7();
  const own = await makeOwnKey(`Vitrine ${id}`, ctx.now());
  const key = ctx.secrets.encrypt(own.key, keyPlace({ tenant_id, id }));
  const row = { tenant_id: ownTenant, id, ...columns, key, own_certificate: own.certificate };
  await unlessTaken(taken, ctx.run(query.insertInto('saml_app').values(row), ...groupsOf(id, input.groups)));
  return { id };
}

export async function updateApp(ctx: Context, { id, version, ...input }: SamlAppInput & { id: string; version: number }): Promise<void> {
  const columns = columnsOf(ctx, input);
  await unlessTaken(
    taken,
    ctx.withTenant(async (tx) => {
      const [changed, [row]] = await tx.run(
        query
          .updateTable('saml_app')
          .set({ ...columns, version: version + 1 })
          .where('id', '=', id)
          .where('version', '=', version)
          .returning('id'),
        query.selectFrom('saml_app').select('id').where('id', '=', id),
      );
      saved(changed, row);
      const kept = input.groups.map(({ value, user_group_id }) => `${value} ${user_group_id ?? ''}`);
      await tx.run(
        sql`delete from saml_group where saml_app_id = ${id} and value || ' ' || coalesce(group_id::text, '') <> all (${kept}::text[])`,
      );
      for (const statement of groupsOf(id, input.groups)) await tx.run(statement);
    }),
  );
}

const nameOf = (id: string) => query.selectFrom('saml_app').select('name').where('id', '=', id);

/** Whoever came by it, while it still stands. */
const peopleOf = (id: string) => sql<{ person_id: string }>`
  select m.person_id from saml_person s join membership m on m.tenant_id = s.tenant_id and m.id = s.membership_id where s.saml_app_id = ${id}`;

async function endSamlSessions(ctx: Context, rows: readonly { person_id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const { tenant_id, session_id } = ctx.actor;
  const whose = rows.map(({ person_id }) => person_id);
  await ctx.identity.run(endSessions(whose, { tenant_id, reason: 'saml', now: ctx.now(), except: session_id, auth_type: 'saml' }));
}

export async function changeStatus(
  ctx: Context,
  { id, active, name }: { id: string; active: boolean; name?: string | undefined },
): Promise<void> {
  const [[row], came] = await ctx.run(nameOf(id), peopleOf(id));
  const app = found(row);
  const counts = await ctx.identity.run(peopleByApp(ctx.actor.tenant_id));
  const count = counts.find((counted) => counted.id === id)?.only_way ?? 0;
  if (!active && count > 0 && name !== app.name) return fail('saml_only_way', { count });
  if (!active) await requireOtherWay(ctx, id);
  try {
    await ctx.run(query.updateTable('saml_app').set({ active }).where('id', '=', id));
  } catch (error) {
    if (isUniqueViolation(error) && error.constraint === 'saml_app_active') return fail('saml_app_active', {}, {}, error);
    throw error;
  }
  if (!active) await endSamlSessions(ctx, came);
}

/** People whose passwords are off would have no way in any more. */
async function requireOtherWay(ctx: Context, id: string): Promise<void> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const [left] = await ctx.run(sql<{ domains: string[] }>`
    select s.password_off_domains as domains from tenant_setting s join saml_app a on a.tenant_id = s.tenant_id and a.id = ${id} and a.active
    where s.password_off_domains <> '{}' and not ${hasSsoWay(tenant_id, id)}`);
  if (left) fail('sso_last_way', { domains: left.domains.join(', ') });
}

export async function removeApp(ctx: Context, { id, name }: { id: string; name: string }): Promise<void> {
  const [[row], came] = await ctx.run(nameOf(id), peopleOf(id));
  if (found(row).name !== name) return failFields({ name: 'name_differs' });
  await requireOtherWay(ctx, id);
  await ctx.run(query.deleteFrom('saml_app').where('id', '=', id));
  await endSamlSessions(ctx, came);
}
