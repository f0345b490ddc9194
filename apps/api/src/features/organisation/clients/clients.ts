/** Clients of the platform. The operator writes them, a partner reads its own, and a seller has those that it looks after. */
import * as contract from '@vitrine/contract/organisation/clients.ts';
import type { Client, ClientInput, ListedClient } from '@vitrine/contract/organisation/clients.ts';
import { missingForContract, nextSituations, situations } from '@vitrine/contract/organisation/clients.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall, reaches } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import { registering } from './registering.ts';
import { requireSeller, sellers, withSellers } from './sellers.ts';

type ListedRow = Omit<ListedClient, 'seller'> & { seller_id: string | null; seller_name: string };
type Row = Omit<Client, 'can' | 'seller'> & { invoiced: boolean };

/** Whether an invoice was written, after which sellers read only. Nobody has invoices yet. */
const invoiced = sql<boolean>`exists (select from invoice i where i.client_id = c.id and i.state <> 'draft')`;

const columns = sql`c.id, c.kind, c.name, c.trade_name, c.tax_id, c.partner_id, p.name as partner_name, c.situation, c.customer_code,
  c.seller_id, c.seller_name, c.city, c.region, c.price_cents, c.contract_date, c.created_at,
  (select count(*)::int from tenant t where t.client_id = c.id) as unit_count,
  coalesce((select sum(s.used)::int from tenant t join unit_seats s on s.tenant_id = t.id where t.client_id = c.id), 0) as person_count`;

const whole = sql`${columns}, c.state_registration, c.state_registration_exempt, c.postal_code, c.street, c.number as street_number, c.complement, c.district,
  c.business_email, c.invoice_email, c.commercial_phone, c.due_day, c.first_month, c.bonus_users, c.user_limit, c.version,
  ${invoiced} as invoiced,
  coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'state', t.state, 'user_limit', t.user_limit,
      'person_count', coalesce((select s.used from unit_seats s where s.tenant_id = t.id), 0), 'created_at', t.created_at,
      'domains', coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'fee_cents', d.fee_cents) order by d.host) from domain d
        where d.tenant_id = t.id and d.state = 'active' and d.verify_token is not null), '[]'))
      order by search_text(t.name), t.id) from tenant t where t.client_id = c.id), '[]') as units`;

const from = sql`from client c join partner p on p.id = c.partner_id`;

const sorts = {
  name: sql`search_text(c.name)`,
  situation: sql`array_position(${sql.lit(`{${situations.join(',')}}`)}::text[], c.situation)`,
  partner_name: sql`search_text(p.name)`,
  unit_count: sql`unit_count`,
  person_count: sql`person_count`,
  price_cents: sql`c.price_cents`,
  contract_date: sql`coalesce(c.contract_date, 'infinity')`,
};

/** Where the caller finds clients: partners see through a policy that shows their own. */
const scopeOf = (ctx: Context): Scoped => (ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner());

/** Sellers find those that they look after. */
const shownTo = ({ actor }: Context): RawBuilder<unknown> =>
  reaches(actor, 'clients', 'read') === 'own' ? sql`c.seller_id = ${actor.person_id}` : sql`true`;

const rowOf = (ctx: Context, id: string): RawBuilder<Row> => sql<Row>`select ${whole} ${from} where c.id = ${id} and ${shownTo(ctx)}`;

async function shown(ctx: Context, row: Row): Promise<Client> {
  const { invoiced: hasInvoice, ...client } = row;
  const edit = mayCall(ctx.actor, contract.update.can) && (reaches(ctx.actor, 'clients', 'write') !== 'own' || !hasInvoice);
  const add_unit = ctx.actor.role === 'partner' && contract.situationsWithUnits.includes(row.situation);
  const [named] = await withSellers(ctx, [client]);
  return { ...found(named), can: { edit, add_unit, situations: edit ? [...nextSituations[row.situation]] : [] } };
}

/** The columns that the form writes. */
const written = (client: ClientInput) => ({
  kind: client.kind,
  name: client.name,
  trade_name: client.trade_name,
  tax_id: client.tax_id,
  state_registration: client.state_registration,
  state_registration_exempt: client.state_registration_exempt,
  seller_name: client.seller_name,
  seller_id: client.seller_id,
  customer_code: client.customer_code,
  postal_code: client.postal_code,
  street: client.street,
  number: client.street_number,
  complement: client.complement,
  district: client.district,
  city: client.city,
  region: client.region,
  business_email: client.business_email,
  invoice_email: client.invoice_email,
  commercial_phone: client.commercial_phone,
  contract_date: client.contract_date,
  due_day: client.due_day,
  first_month: client.first_month,
  price_cents: client.price_cents,
  bonus_users: client.bonus_users,
  user_limit: client.user_limit,
});

/** A seller's clients stay the seller's. */
async function withOwnSeller(ctx: Context, client: ClientInput): Promise<ClientInput> {
  if (reaches(ctx.actor, 'clients', 'write') === 'own') return { ...client, seller_id: ctx.actor.person_id };
  await requireSeller(ctx, client.seller_id);
  return client;
}

/** A contract begins when everything is known that an invoice needs, and keeps it. */
function requireContract(client: Pick<ClientInput, (typeof contract.invoiceFields)[number]>): void {
  const missing = missingForContract(client);
  if (missing.length > 0) failFields(Object.fromEntries(missing.map((field) => [field, 'required' as const])));
}

const taken = { client_tax_id_key: 'tax_id' };

async function current(ctx: Context, id: string): Promise<Client> {
  return shown(ctx, found((await scopeOf(ctx).run(rowOf(ctx, id)))[0]));
}

export function clients(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = every(
      shownTo(ctx),
      holdsWords(wanted.q, sql`c.name`, sql`c.trade_name`, sql`c.tax_id`, sql`c.customer_code`, sql`c.city`, sql`p.name`),
      wanted.situation && sql`c.situation = ${wanted.situation}`,
      wanted.partner_id === undefined ? undefined : sql`c.partner_id = ${wanted.partner_id}`,
    );
    const rows = sql<ListedRow>`select ${columns} ${from} where ${matching} ${orderBy(wanted.sort, sorts, sql`c.id`)} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(scopeOf(ctx), wanted, rows, sql`select ${from} where ${matching}`);
    return { meta, data: await withSellers(ctx, data), can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, (ctx, { params: { id } }) => current(ctx, id));

  serve(contract.choices, async (ctx) => {
    const partners = sql<{ id: string; name: string; price_cents: number; bonus_users: number; closed: boolean }>`
      select id, name, price_cents, bonus_users, state = 'closed' as closed from partner order by search_text(name), id`;
    const own_only = reaches(ctx.actor, 'clients', 'write') === 'own';
    return { partners: await ctx.operator().run(partners), sellers: await sellers(ctx), own_only };
  });

  serve(contract.add, async (ctx, { body: { partner_id, situation, ...input } }) => {
    const values = written(await withOwnSeller(ctx, input));
    if (situation === 'active') requireContract(input);
    const id = uuidv7();
    const scope = ctx.operator();
    found((await scope.run(sql`select from partner where id = ${partner_id} and state <> 'closed'`))[0]);
    const entries = Object.entries({ id, partner_id, situation, ...values });
    const insert = sql`insert into client (${sql.join(entries.map(([column]) => sql.ref(column)))})
      values (${sql.join(entries.map(([, value]) => value))})`;
    await unlessTaken(taken, scope.run(insert));
    return current(ctx, id);
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...input } }) => {
    const before = await current(ctx, id);
    if (!before.can.edit) fail('forbidden');
    const values = written(await withOwnSeller(ctx, input));
    if (before.situation === 'active') requireContract(input);
    const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const update = sql`update client c set ${sql.join(changes)}, version = version + 1
      where c.id = ${id} and c.version = ${version} and ${shownTo(ctx)} returning c.id`;
    const changed = await unlessTaken(taken, ctx.operator().run(update));
    return saved(changed, await current(ctx, id));
  });

  serve(contract.setSituation, async (ctx, { params: { id }, body: { situation, version } }) => {
    const before = await current(ctx, id);
    if (!before.can.situations.includes(situation)) fail(before.can.edit ? 'client_situation' : 'forbidden');
    if (situation === 'active') requireContract(before);
    const changed = await ctx.operator().withTenant(async (tx) => {
      // A unit that is being made for the client waits for this row, or this waits for the unit.
      const [, [open]] = await tx.run(
        sql`select from client where id = ${id} for update`,
        sql<{ open: boolean }>`select exists (select from tenant t where t.client_id = ${id} and t.state <> 'closed') as open`,
      );
      if (situation === 'ended' && open?.open) fail('client_has_units');
      return tx.run(
        sql`update client set situation = ${situation}, version = version + 1 where id = ${id} and version = ${version} returning id`,
      );
    });
    return saved(changed, await current(ctx, id));
  });

  registering(serve);
}
