/** Whom somebody asks. People of a unit see who administers it; who works at the partner is the partner's to tell. */
import * as contract from '@vitrine/contract/support/contacts.ts';
import { sql } from 'kysely';
import type { Serve } from '#domain/serving/serve.ts';

const peopleTold = 3;

export function contacts(serve: Serve): void {
  serve(contract.contacts, async (ctx) => {
    const { role, tenant_id } = ctx.actor;
    if (role === 'user') {
      const people = await ctx.run(sql<{ name: string; email: string }>`
        select p.name, p.email from membership m join person p on p.id = m.person_id
        where m.role = 'admin' and m.state = 'active' order by m.name_sort, m.id limit ${sql.lit(peopleTold)}`);
      return { people, partner: null };
    }
    if (role !== 'admin') return { people: [], partner: null };
    const [partner] = await ctx.identity.run(sql<{ name: string }>`
      select p.name from partner p join tenant t on t.partner_id = p.id where t.id = ${tenant_id}`);
    return { people: [], partner: partner?.name ?? null };
  });
}
