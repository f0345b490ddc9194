/** What happened to one object: lines about it, and about what belongs to it, such as the assignments of a report. */
import * as contract from '@vitrine/contract/audit/audit.ts';
import type { History } from '@vitrine/contract/audit/audit.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { reaches } from '#domain/access/access.ts';
import { requireDesk } from '#domain/access/privacyDesk.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import type { Cut } from '#platform/http/list.ts';
import { longListPage } from '#platform/http/list.ts';
import type { Log, Row } from './auditLines.ts';
import { columns, keys, withNames } from './auditLines.ts';
import { objectNames } from './objectNames.ts';
import { translate } from '#platform/translate.ts';

type Wanted = { page: number; per_page: number; after?: string | undefined };
type About = Log & {
  /** Its own lines. */
  own: RawBuilder<unknown>;
  /** Those and the lines of what belongs to it. */
  all: RawBuilder<unknown>;
};

const isLine = (type: string, id: string) => sql`(a.object_type = ${type} and a.object_id = ${id})`;

/**
 * Lines of rows that name the object in a column. A change holds only what was changed, so its row is known by the line of when
 * it was made or removed. The kinds of rows stand in the text, because an index of their own belongs to each such list (migration 0046).
 */
const belonging = (column: string, types: readonly string[], id: string) => sql`(a.object_type, a.object_id) in (
  select b.object_type, b.object_id from audit_log b
  where b.object_type in (${sql.join(types.map((type) => sql.lit(type)))}) and coalesce(b.after, b.before) ->> ${sql.lit(column)} = ${id})`;

const anyOf = (...conditions: RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

async function historyOf(ctx: Context, { scope, names, own, all }: About, wanted: Wanted): Promise<History> {
  const rowsOf = ({ beyond, order, limit }: Cut) =>
    sql<Row>`select ${columns} from audit_log a where ${all} and ${beyond} ${order} ${limit}`;
  const [{ data, meta }, made] = await Promise.all([
    longListPage(scope, { ...wanted, sort: '-at' }, keys, rowsOf, sql`select from audit_log a where ${all}`),
    scope.run(sql<Row>`select ${columns} from audit_log a where ${own} and a.before is null order by a.id limit 1`),
  ]);
  const named = await withNames(ctx, { scope, names }, [...data, ...made]);
  return { data: named.slice(0, data.length), meta, made: named[data.length] ?? null };
}

const receiverTypes = { membership_id: 'membership', user_group_id: 'user_group' } as const;

/** In the history of a report an assignment is called by who got it, not by the report. */
async function withReceivers(ctx: Context, history: History): Promise<History> {
  const grants = history.data.filter(({ object_type }) => object_type === 'report_grant').map(({ object_id }) => object_id);
  if (grants.length === 0) return history;
  const rows = await ctx.run(sql<{ id: string; content: Record<string, unknown> }>`
    select distinct on (a.object_id) a.object_id as id, coalesce(a.after, a.before) as content from audit_log a
    where a.object_type = 'report_grant' and a.object_id = any (${grants}::text[]) and coalesce(a.after, a.before) ? 'report_id'`);
  const receivers = rows.flatMap(({ id, content }) =>
    Object.entries(receiverTypes).flatMap(([column, object_type]) => {
      const object_id = content[column];
      return typeof object_id === 'string' ? [{ id, object_type, object_id, before: null, after: null }] : [];
    }),
  );
  const nameOf = await objectNames(ctx, 'unit', receivers);
  const names = new Map(receivers.map((receiver) => [receiver.id, nameOf(receiver)]));
  const wholeUnit = translate(ctx.request.locale, 'audit:whole_unit');
  const named = (id: string | null) => (id !== null && names.has(id) ? (names.get(id) ?? null) : wholeUnit);
  const data = history.data.map((line) => (line.object_type === 'report_grant' ? { ...line, object_name: named(line.object_id) } : line));
  return { ...history, data };
}

export function histories(serve: Serve): void {
  serve(contract.ofReport, async (ctx, { params: { id }, query: wanted }) => {
    const [report] = await ctx.run(query.selectFrom('report').select('id').where('id', '=', id));
    found(report);
    const own = isLine('report', id);
    const parts = ['report_grant', 'report_maintenance', 'refresh_schedule', 'report_page', 'report_removal'];
    const all = anyOf(own, belonging('report_id', parts, id));
    return withReceivers(ctx, await historyOf(ctx, { scope: ctx, names: 'unit', own, all }, wanted));
  });

  serve(contract.ofUser, async (ctx, { params: { id }, query: wanted }) => {
    const [member] = await ctx.run(query.selectFrom('membership').select('person_id').where('id', '=', id));
    const own = isLine('membership', id);
    const parts = ['report_grant', 'user_group_member', 'report_removal', 'shift_membership', 'access_extension'];
    const all = anyOf(own, isLine('person', found(member).person_id), belonging('membership_id', parts, id));
    return historyOf(ctx, { scope: ctx, names: 'unit', own, all }, wanted);
  });

  serve(contract.ofUserGroup, async (ctx, { params: { id }, query: wanted }) => {
    const [group] = await ctx.run(query.selectFrom('user_group').select('id').where('id', '=', id));
    found(group, 'group_not_found');
    const own = isLine('user_group', id);
    const all = anyOf(
      own,
      belonging('group_id', ['user_group_member'], id),
      belonging('user_group_id', ['report_grant', 'shift_user_group'], id),
    );
    return historyOf(ctx, { scope: ctx, names: 'unit', own, all }, wanted);
  });

  serve(contract.ofIncident, async (ctx, { params: { id }, query: wanted }) => {
    requireDesk(ctx.actor, 'not_found');
    const [incident] = await ctx.run(query.selectFrom('incident').select('id').where('id', '=', id));
    found(incident);
    const own = isLine('incident', id);
    return historyOf(ctx, { scope: ctx, names: 'unit', own, all: own }, wanted);
  });

  serve(contract.ofPartner, async (ctx, { params: { id }, query: wanted }) => {
    const scope = ctx.operator();
    const [partner] = await scope.run(sql`select from partner where id = ${id}`);
    found(partner);
    // Staff and its requests name their partner.
    const all = sql`(a.partner_id = ${id}::uuid and a.tenant_id is null and a.object_type in ('partner', 'partner_setting', 'staff_request', 'staff'))`;
    return historyOf(ctx, { scope, names: 'above', own: isLine('partner', id), all }, wanted);
  });

  serve(contract.ofClient, async (ctx, { params: { id }, query: wanted }) => {
    const scope = ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner();
    const mine = reaches(ctx.actor, 'clients', 'read') === 'own' ? sql`c.seller_id = ${ctx.actor.person_id}` : sql`true`;
    const [client] = await scope.run(sql`select from client c where c.id = ${id} and ${mine}`);
    found(client);
    const own = isLine('client', id);
    return historyOf(ctx, { scope, names: 'above', own, all: own }, wanted);
  });

  serve(contract.ofDomain, async (ctx, { params: { id }, query: wanted }) => {
    const { role } = ctx.actor;
    const above = role === 'operator' ? ctx.operator() : role === 'partner' ? ctx.partner() : null;
    const scope = above ?? ctx;
    const [domain] = await scope.run(sql`select from domain d where d.id = ${id}`);
    found(domain);
    const own = isLine('domain', id);
    return historyOf(ctx, { scope, names: above ? 'above' : 'unit', own, all: own }, wanted);
  });

  serve(contract.ofBroadcast, async (ctx, { params: { id }, query: wanted }) => {
    const mine = ctx.actor.role === 'user' ? sql`b.author_id = ${ctx.actor.person_id}` : sql`true`;
    const [broadcast] = await ctx.run(sql`select from broadcast b where b.id = ${id} and ${mine}`);
    found(broadcast);
    const own = isLine('broadcast', id);
    return historyOf(ctx, { scope: ctx, names: 'unit', own, all: own }, wanted);
  });

  serve(contract.ofTheme, async (ctx, { params: { id }, query: wanted }) => {
    const { role } = ctx.actor;
    const above = role === 'operator' ? ctx.operator() : role === 'partner' ? ctx.partner() : null;
    const scope = above ?? ctx;
    const [theme] = await scope.run(sql`select from theme th where th.id = ${id}`);
    found(theme);
    const own = isLine('theme', id);
    // Lines about the platform's own belong to no unit.
    const all = role === 'operator' ? sql`(a.tenant_id is null and ${own})` : own;
    return historyOf(ctx, { scope, names: above ? 'above' : 'unit', own, all }, wanted);
  });

  serve(contract.ofCompany, async (ctx, { params: { id }, query: wanted }) => {
    const scope = ctx.partner();
    const [unit] = await scope.run(sql`select from tenant t where t.id = ${id} and t.state <> 'closed'`);
    found(unit);
    const all = sql`(a.tenant_id = ${id}::uuid and a.object_type in ('tenant', 'domain', 'tenant_setting'))`;
    return historyOf(ctx, { scope, names: 'above', own: isLine('tenant', id), all }, wanted);
  });

  serve(contract.ofInvoice, async (ctx, { params: { id }, query: wanted }) => {
    const scope = ctx.operator();
    const [invoice] = await scope.run(query.selectFrom('invoice').select('id').where('id', '=', id));
    found(invoice);
    const own = isLine('invoice', id);
    // Lines of the platform belong to no unit.
    return historyOf(ctx, { scope, names: 'above', own, all: sql`(a.tenant_id is null and ${own})` }, wanted);
  });
}
