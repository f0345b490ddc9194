/** Custom fields of the unit, and the global ones that a partner makes for all its units at once. */
import * as contract from '@vitrine/contract/people/customFields.ts';
import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import { customFieldLimits, typesWithOptions } from '@vitrine/contract/people/customFields.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import { hasOption } from '#domain/people/customFields.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Row = Omit<CustomField, 'can'>;
type Input = Pick<CustomField, 'name' | 'options' | 'required' | 'searchable' | 'in_registration'>;

const nameTaken = { custom_field_tenant_id_name_key_key: 'name' };

const columns = sql`f.id, f.name, f.type, f.options, f.required, f.searchable, f.in_registration, f.is_global, f.active, f.position, f.version,
  (select count(*) from membership m where m.custom ? f.id::text) as value_count`;
const fieldRow = (id: string): RawBuilder<Row> => sql<Row>`select ${columns} from custom_field f where f.id = ${id}`;

function shown({ actor }: Context, row: Row): CustomField {
  const may = holds(actor, 'custom_fields', 'write') && (!row.is_global || actor.role === 'partner');
  return { ...row, can: { edit: may, remove: may } };
}

function checkOptions(type: CustomField['type'], options: readonly string[]): void {
  if (typesWithOptions.includes(type) ? options.length === 0 : options.length > 0)
    failFields({ options: options.length === 0 ? 'required' : 'invalid' });
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length) failFields({ options: 'repeated' });
}

/** How many fields a unit has of each kind, without the one that is being changed. */
async function checkCounts(ctx: Context, is_global: boolean, searchable: boolean, besides: string | null): Promise<void> {
  const [counts] = await ctx.run(sql<{ fields: number; searchable: number }>`
    select count(*) filter (where is_global = ${is_global}) as fields, count(*) filter (where searchable) as searchable
    from custom_field where id is distinct from ${besides}::uuid`);
  const most = customFieldLimits[is_global ? 'global' : 'unit'];
  if (besides === null && (counts?.fields ?? 0) >= most) failFields({ name: `too_many:${most}` });
  if (searchable && (counts?.searchable ?? 0) >= customFieldLimits.searchable)
    failFields({ searchable: `too_many:${customFieldLimits.searchable}` });
}

/** Where a field is kept: a global one in every unit of the partner. */
const placeOf = (ctx: Context, is_global: boolean): Scoped => (is_global ? ctx.partner() : ctx);
const everyUnit = (is_global: boolean) => (is_global ? sql`select unnest(partner_tenants())` : sql`select app_setting('tenant_id')::uuid`);

/** Global fields are changed by the partner only. */
async function changeable(ctx: Context, id: string): Promise<Row> {
  const row = found((await ctx.run(fieldRow(id)))[0]);
  if (!shown(ctx, row).can.edit) fail('forbidden');
  return row;
}

async function addField(
  ctx: Context,
  { type, is_global, ...input }: Input & Pick<CustomField, 'type' | 'is_global'>,
): Promise<CustomField> {
  checkOptions(type, input.options);
  if (is_global && ctx.actor.role !== 'partner') fail('forbidden');
  await checkCounts(ctx, is_global, input.searchable, null);
  const id = uuidv7();
  const { name, options, required, searchable, in_registration } = input;
  const insert = sql`
    insert into custom_field (tenant_id, id, name, type, options, required, searchable, in_registration, is_global, position)
    select unit, ${id}, ${name}, ${type}, ${options}::text[], ${required}, ${searchable}, ${in_registration}, ${is_global},
      (select coalesce(max(f.position), 0) + 1 from custom_field f where f.tenant_id = unit)
    from (${everyUnit(is_global)}) as units (unit)`;
  await unlessTaken(nameTaken, placeOf(ctx, is_global).run(insert));
  return shown(ctx, found((await ctx.run(fieldRow(id)))[0]));
}

/** Refuses to remove options that people have, and says how many have them. */
async function checkOptionsUnused(place: Scoped, id: string, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  const [used] = await place.run(sql<{ people: number }>`select count(*) as people from membership m where ${hasOption(id, gone)}`);
  if (used && used.people > 0) fail('option_in_use', { count: used.people, options: gone.join(', ') });
}

/** Takes removed options from those who have them, if the field was saved in this version. */
const clearOptions = (id: string, gone: readonly string[], version: number): Statement[] =>
  gone.length === 0
    ? []
    : [
        sql`update membership m set custom = case
            when jsonb_typeof(m.custom -> ${id}::text) = 'array' and not m.custom -> ${id}::text <@ ${JSON.stringify(gone)}::jsonb
            then jsonb_set(m.custom, array[${id}::text], (m.custom -> ${id}::text) - ${[...gone]}::text[])
            else m.custom - ${id}::text end
          where ${hasOption(id, gone)} and exists (select from custom_field f where f.tenant_id = m.tenant_id and f.id = ${id} and f.version = ${version})`,
      ];

async function updateField(
  ctx: Context,
  id: string,
  { version, active, clear_values, ...input }: Input & { active: boolean; clear_values: boolean; version: number },
): Promise<CustomField> {
  const before = await changeable(ctx, id);
  checkOptions(before.type, input.options);
  await checkCounts(ctx, before.is_global, input.searchable, id);
  const gone = before.options.filter((option) => !input.options.includes(option));
  if (!clear_values) await checkOptionsUnused(placeOf(ctx, before.is_global), id, gone);
  const { name, options, required, searchable, in_registration } = input;
  // A global field has the same version in all units, because they change together.
  const update = sql`
    update custom_field set name = ${name}, options = ${options}::text[], required = ${required}, searchable = ${searchable},
      in_registration = ${in_registration}, active = ${active}, version = ${version + 1}
    where id = ${id} and version = ${version} returning id`;
  const renewWords = sql`update membership set search = '' where custom ? ${id} and ${searchable !== before.searchable}`;
  const [changed] = await unlessTaken(
    nameTaken,
    placeOf(ctx, before.is_global).run(update, renewWords, ...clearOptions(id, gone, version + 1)),
  );
  return shown(ctx, saved(changed, (await ctx.run(fieldRow(id)))[0]));
}

export function customFields(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = holdsWords(wanted.q, sql`f.name`);
    const sorts = { position: sql`f.is_global desc, f.position`, name: sql`search_text(f.name)` };
    const rows = sql<Row>`select ${columns} from custom_field f where ${matching} ${orderBy(wanted.sort, sorts, sql`f.id`)} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from custom_field f where ${matching}`);
    return {
      data: data.map((row) => shown(ctx, row)),
      meta,
      can: { add: mayCall(ctx.actor, contract.add.can), add_global: ctx.actor.role === 'partner' },
    };
  });
  serve(contract.get, async (ctx, { params }) => shown(ctx, found((await ctx.run(fieldRow(params.id)))[0])));
  serve(contract.add, (ctx, { body }) => addField(ctx, body));
  serve(contract.update, (ctx, { params, body }) => updateField(ctx, params.id, body));
  serve(contract.remove, async (ctx, { params: { id } }) => {
    const { is_global } = await changeable(ctx, id);
    await placeOf(ctx, is_global).run(
      sql`update membership set custom = custom - ${id} where custom ? ${id}`,
      sql`delete from custom_field where id = ${id}`,
    );
  });
}
