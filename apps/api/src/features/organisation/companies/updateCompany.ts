/** What a partner changes of a unit. */
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import type * as contract from '@vitrine/contract/organisation/companies.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { hostAbove, refusedSubdomain, unlessUnitRefused } from '#domain/organisation/makeUnit.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { companyRow } from './companies.queries.ts';

/** Another subdomain is another host, which is there at once; the former one is nobody's from then on. */
async function hostStatements(ctx: Context, before: Company, subdomain: string | null): Promise<Statement[]> {
  if (subdomain === before.subdomain) return [];
  if (subdomain === null) return failFields({ subdomain: 'required' });
  const partner_id = ctx.actor.partner_id ?? fail('forbidden');
  const refused = await refusedSubdomain(ctx, { partner_id, subdomain, except: before.id });
  if (refused) failFields({ subdomain: refused });
  const above = await hostAbove(ctx, partner_id);
  return [
    sql`delete from domain where tenant_id = ${before.id} and host = ${`${before.subdomain}.${above}`}`,
    sql`insert into domain (host, tenant_id) values (${`${subdomain}.${above}`}, ${before.id})`,
  ];
}

/** One unit of the partner is the default: another one gives the mark up in the same transaction. */
const onlyDefault = (column: 'default_for_cloud' | 'default_for_registration', id: string, wanted: boolean): Statement[] =>
  wanted ? [sql`update tenant set ${sql.ref(column)} = false where ${sql.ref(column)} and id <> ${id}`] : [];

export async function updateCompany(
  ctx: Context,
  { params: { id }, body: { version, ...values } }: Input<typeof contract.update>,
): Promise<Company> {
  const partner = ctx.partner();
  const before = found((await partner.run(companyRow(id)))[0]);
  if (values.user_limit < before.user_limit && values.user_limit < before.person_count) {
    failFields({ user_limit: `too_small:${before.person_count}` });
  }
  const hosts = await hostStatements(ctx, before, values.subdomain);
  await unlessUnitRefused(
    partner.withTenant(async (tx) => {
      const [current] = await tx.run(sql<{ version: number }>`select version from tenant where id = ${id} for update`);
      if (current?.version !== version) fail('conflict');
      const statements: Statement[] = [
        ...onlyDefault('default_for_cloud', id, values.default_for_cloud),
        ...onlyDefault('default_for_registration', id, values.default_for_registration),
        ...hosts,
      ];
      for (const statement of statements) await tx.run(statement);
      await tx.run(sql`
        update tenant set name = ${values.name}, subdomain = ${values.subdomain}, user_limit = ${values.user_limit},
          self_registration = ${values.self_registration}, allow_registering_reports = ${values.allow_registering_reports},
          only_own_accounts = ${values.only_own_accounts}, default_for_cloud = ${values.default_for_cloud},
          default_for_registration = ${values.default_for_registration}, version = version + 1
        where id = ${id}`);
    }),
  );
  return found((await partner.run(companyRow(id)))[0]);
}
