/** Sellers: staff of the operator with the mark, who look after clients. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { failFields } from '#platform/http/fail.ts';

type Seller = { id: string; name: string };

/** Those whom a client can be given to. */
export const sellers = (ctx: Context): Promise<Seller[]> =>
  ctx.identity.run(sql<Seller>`
    select p.id, p.name from staff s join person p on p.id = s.person_id
    where s.role = 'operator' and s.seller and s.state = 'active' order by search_text(p.name), p.id`);

/** Refuses somebody who is no seller. Who was one when the client was given away may stay. */
export async function requireSeller(ctx: Context, id: string | null): Promise<void> {
  if (id === null) return;
  const rows = await ctx.identity.run(sql`select from staff where person_id = ${id} and role = 'operator' and seller`);
  if (rows.length === 0) failFields({ seller_id: 'invalid' });
}

/** The rows with what their seller is called: a name, or somebody of the operator. */
export async function withSellers<Row extends { seller_id: string | null; seller_name: string }>(
  ctx: Context,
  rows: readonly Row[],
): Promise<(Row & { seller: string })[]> {
  const ids = [...new Set(rows.flatMap(({ seller_id }) => seller_id ?? []))];
  const people = ids.length > 0 ? await ctx.identity.run(sql<Seller>`select id, name from person where id = any (${ids}::uuid[])`) : [];
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, seller: (row.seller_id === null ? undefined : names.get(row.seller_id)) ?? row.seller_name }));
}
