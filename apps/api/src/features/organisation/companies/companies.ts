/** Units of the caller's partner; units of others are a 404. */
import * as contract from '@vitrine/contract/organisation/companies.ts';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { sql } from 'kysely';
import { fail, found } from '#platform/http/fail.ts';
import { holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import type { Serve } from '#domain/serving/serve.ts';

/** Seats are counted as for the user limit. */
const columns = sql`t.id, t.name, t.state, t.user_limit, t.self_registration, t.allow_registering_reports, t.only_own_accounts,
  t.trial_ends_on, t.created_at, t.version, (select count(*)::int from report r where r.tenant_id = t.id) as report_count,
  (select count(*)::int from membership m where m.tenant_id = t.id and m.state in ('active', 'blocked')) as person_count`;

const companyRow = (id: string) => sql<Company>`select ${columns} from tenant t where t.id = ${id} and t.state <> 'closed'`;

export function companies(serve: Serve): void {
  serve(contract.list, (ctx, { query: wanted }) => {
    const matching = sql`from tenant t where t.state <> 'closed' and ${holdsWords(wanted.q, sql`t.name`)}`;
    const order = orderBy(wanted.sort, { name: sql`search_text(t.name)` }, sql`t.id`);
    return listPage(ctx.partner(), wanted, sql<Company>`select ${columns} ${matching} ${order} ${pageOf(wanted)}`, sql`select ${matching}`);
  });

  serve(contract.get, async (ctx, { params }) => found((await ctx.partner().run(companyRow(params.id)))[0]));

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...switches } }) => {
    const partner = ctx.partner();
    found((await partner.run(companyRow(id)))[0]);
    const { self_registration, allow_registering_reports, only_own_accounts } = switches;
    const [saved] = await partner.run(sql<Company>`
      update tenant t set self_registration = ${self_registration}, allow_registering_reports = ${allow_registering_reports},
        only_own_accounts = ${only_own_accounts}, version = version + 1
      where id = ${id} and version = ${version} returning ${columns}`);
    return saved ?? fail('conflict');
  });
}
