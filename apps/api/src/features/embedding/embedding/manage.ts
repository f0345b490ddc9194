/** Who may embed which reports, the secret, and the end of everything from before. */
import type * as contract from '@vitrine/contract/embedding/embedding.ts';
import type { EmbeddingSettings } from '@vitrine/contract/embedding/embedding.ts';
import { overlapHours } from '@vitrine/contract/embedding/embedding.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { newToken } from '#platform/secrets/tokens.ts';
import { earlierSecretPlace, secretPlace } from './secret.ts';

const monthsShown = 12;
const hourMs = 3_600_000;

type Row = Omit<EmbeddingSettings, 'unit_id' | 'enabled' | 'page' | 'reports' | 'months' | 'can'>;

const unitOf = ({ actor }: Context): string => actor.tenant_id ?? fail('not_found_companies');

export async function readEmbedding(ctx: Context): Promise<EmbeddingSettings> {
  const [[row], reports, months] = await ctx.run(
    sql<Row>`
      select coalesce(e.origins, '{}') as origins, e.anonymous_membership_id, e.anonymous_identity, e.group_id, e.secret_made_at,
        case when e.secret_before_until > ${ctx.now()} then e.secret_before_until end as secret_before_until, e.revoked_at,
        coalesce(e.version, 1) as version, p.name as anonymous_name, g.name as group_name,
        exists (select from tenant_setting s where s.token_embedded is not null) as has_secret
      from (select 1) as one left join embedding e on true
      left join membership m on m.id = e.anonymous_membership_id left join person p on p.id = m.person_id
      left join report_group g on g.id = e.group_id`,
    sql<{
      id: string;
      title: string;
    }>`select r.id, r.title from embedded_report e join report r on r.id = e.report_id order by r.title, r.id`,
    sql<{ month: string; readers: number }>`
      select to_char(month, 'YYYY-MM') as month, count(*)::int as readers from embedded_reader group by month order by month desc limit ${monthsShown}`,
  );
  const { enable_embedded } = await readTenantSettings(ctx);
  return {
    ...(row ?? fail('not_found')),
    unit_id: unitOf(ctx),
    enabled: enable_embedded,
    page: `${ctx.request.host.origin}/embedded`,
    reports,
    months,
    can: { edit: mayCall(ctx.actor, { capability: 'embedded_token', right: 'write' }) },
  };
}

type Body = Input<typeof contract.update>['body'];

/** Refuses what is not the unit's, and anybody but a reader as the one in whose place strangers read. */
async function requireOwn(ctx: Context, { report_ids, group_id, anonymous_membership_id }: Body): Promise<void> {
  const [reports, groups, members] = await ctx.run(
    sql<{ id: string }>`select id from report where id = any (${report_ids}::uuid[])`,
    sql`select id from report_group where id = ${group_id}::uuid`,
    sql`select id from membership where id = ${anonymous_membership_id}::uuid and role = 'user' and state = 'active'`,
  );
  if (reports.length < new Set(report_ids.map((id) => id.toLowerCase())).size) failFields({ report_ids: 'invalid' });
  if (group_id !== null && groups.length === 0) failFields({ group_id: 'invalid' });
  if (anonymous_membership_id !== null && members.length === 0) failFields({ anonymous_membership_id: 'invalid' });
}

export async function updateEmbedding(ctx: Context, body: Body): Promise<EmbeddingSettings> {
  await requireOwn(ctx, body);
  const { origins, anonymous_membership_id, anonymous_identity, group_id, report_ids, version } = body;
  const identity = anonymous_identity && JSON.stringify(anonymous_identity);
  await ctx.withTenant(async (tx) => {
    const [saved] = await tx.run(sql`
      insert into embedding as e (tenant_id, origins, anonymous_membership_id, anonymous_identity, group_id, version)
      values (${ownTenant}, ${[...new Set(origins)]}, ${anonymous_membership_id}, ${identity}, ${group_id}, ${version + 1})
      on conflict (tenant_id) do update set origins = excluded.origins, anonymous_membership_id = excluded.anonymous_membership_id,
        anonymous_identity = excluded.anonymous_identity, group_id = excluded.group_id, version = excluded.version
      where e.version = ${version} returning version`);
    if (!saved) fail('conflict');
    await tx.run(sql`delete from embedded_report where report_id <> all (${report_ids}::uuid[])`);
    await tx.run(sql`
      insert into embedded_report (tenant_id, report_id) select distinct ${ownTenant}, id from unnest(${report_ids}::uuid[]) as listed (id)
      on conflict do nothing`);
  });
  return readEmbedding(ctx);
}

/** The secret before still signs for a day, so that the host's servers can be changed one after the other; or no more. */
export async function newSecret(ctx: Context, at_once: boolean): Promise<Answer<typeof contract.newSecret>> {
  const tenant_id = unitOf(ctx);
  const secret = newToken();
  const now = ctx.now();
  const secret_before_until = await ctx.withTenant(async (tx) => {
    const [stored] = await tx.run(sql<{ token_embedded: string | null }>`select token_embedded from tenant_setting for update`);
    const before = at_once || !stored?.token_embedded ? null : ctx.secrets.decrypt(stored.token_embedded, secretPlace(tenant_id));
    const kept = before && ctx.secrets.encrypt(before, earlierSecretPlace(tenant_id));
    const until = kept ? new Date(now.getTime() + overlapHours * hourMs) : null;
    await tx.run(sql`
      insert into tenant_setting (tenant_id, token_embedded) values (${tenant_id}, ${ctx.secrets.encrypt(secret, secretPlace(tenant_id))})
      on conflict (tenant_id) do update set token_embedded = excluded.token_embedded`);
    await tx.run(sql`
      insert into embedding (tenant_id, secret_made_at, secret_before, secret_before_until) values (${tenant_id}, ${now}, ${kept}, ${until})
      on conflict (tenant_id) do update set secret_made_at = excluded.secret_made_at, secret_before = excluded.secret_before,
        secret_before_until = excluded.secret_before_until`);
    return until;
  });
  return { secret, secret_before_until: secret_before_until?.toISOString() ?? null };
}

export async function revoke(ctx: Context): Promise<{ revoked_at: string }> {
  const now = ctx.now();
  await ctx.run(sql`
    insert into embedding (tenant_id, revoked_at) values (${ownTenant}, ${now})
    on conflict (tenant_id) do update set revoked_at = excluded.revoked_at`);
  return { revoked_at: now.toISOString() };
}
