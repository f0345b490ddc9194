/** Reading the audit log, as far as each role may. */
import * as contract from '@vitrine/contract/audit/audit.ts';
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import { changesOf } from '@vitrine/contract/audit/changes.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#domain/serving/context.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { answerExport, chosenColumns, exportBatch, inBatches } from '#platform/http/exportList.ts';
import type { Cut } from '#platform/http/list.ts';
import { every, longListPage } from '#platform/http/list.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Log, Row } from './auditLines.ts';
import { columns, keys, withNames } from './auditLines.ts';
import { histories } from './history.ts';
import { objectsNamed } from './objectNames.ts';
import { codesTranslatedAs, knownSentence, translate, translateCode } from '#platform/translate.ts';

type Wanted = Pick<
  z.output<typeof contract.list.query>,
  'q' | 'days' | 'kind' | 'way' | 'actor_id' | 'object_type' | 'object_id' | 'level'
>;
/** Search conditions. */
type Found = { people: readonly string[]; objects: readonly string[] };

const dayMs = 86_400_000;

/** Actions of the operator's scope without a unit. Sign-ins and account changes also have no unit, but belong to customers. */
const platformObjects = ['partner', 'tenant', 'domain', 'partner_setting', 'platform_setting', 'staff', 'client', 'ticket_mailbox', 'job'];

/** Which log is read: the platform's for the operator, the partner's for partner staff who ask for it, otherwise the unit's. */
const scopeOf = (ctx: Context, { level }: Pick<Wanted, 'level'>): Log =>
  ctx.actor.role === 'operator'
    ? { scope: ctx.operator(), names: 'above' }
    : level === 'partner'
      ? { scope: ctx.partner(), names: 'above' }
      : { scope: ctx, names: 'unit' };

/** Lines at the level of a partner: sign-ins of its staff, changes of the partner's own rows, and units. */
const ofPartner = (partner_id: string | null): RawBuilder<unknown> =>
  sql`(a.partner_id = ${partner_id}::uuid and (a.tenant_id is null or a.object_type in ('tenant', 'domain', 'session')))`;

/** People by their names. Runs as the identity role, because partner and operator staff also act in units. */
async function peopleNamed(ctx: Context, q: string): Promise<string[]> {
  if (q === '') return [];
  const rows = await ctx.identity.run(
    sql<{ id: string }>`select id from person where search_text(name || ' ' || email) like all (search_patterns(${q})) limit 200`,
  );
  return rows.map(({ id }) => id);
}

async function searched(ctx: Context, { scope, names }: Log, q: string): Promise<Found> {
  const [people, objects] = await Promise.all([peopleNamed(ctx, q), objectsNamed(scope, names, q)]);
  return { people, objects };
}

/** Searches actions and objects by their sentences or codes, and by id, address, person or name of the object. */
const saying = (locale: Locale, q: string, { people, objects }: Found): RawBuilder<unknown> =>
  sql`(search_text(concat_ws(' ', a.action, a.object_type, a.object_id, host(a.ip))) like all (search_patterns(${q}))
    or split_part(a.action, '.', -1) = any (${codesTranslatedAs(locale, 'audit:did_', q)}::text[])
    or a.object_type = any (${codesTranslatedAs(locale, 'audit:object_', q)}::text[])
    or a.actor_id = any (${people}::uuid[]) or a.person_id = any (${people}::uuid[]) or a.object_id = any (${[...people, ...objects]}::text[]))`;

/** What a line is about. */
const kinds = {
  sign_in: sql`a.object_type = 'session'`,
  change: sql`a.object_type <> 'session'`,
  acting: sql`a.actor_id <> a.person_id`,
} as const;

/** Readers see what they did and what was done to their own membership. */
function conditions(
  { actor, now, request }: Context,
  { q, days, kind, way, actor_id, object_type, object_id, level }: Wanted,
  named: Found,
): RawBuilder<unknown> {
  return every(
    actor.role === 'operator'
      ? sql`(a.object_type = any (${platformObjects}) or (a.object_type in ('shared_term', 'shared_faq') and a.partner_id is null) or a.tenant_id = ${actor.tenant_id}::uuid)`
      : undefined,
    actor.role === 'partner' && level === 'partner' ? ofPartner(actor.partner_id) : undefined,
    actor.role === 'user' ? sql`(a.actor_id = ${actor.person_id} or a.person_id = ${actor.person_id})` : undefined,
    q === '' ? undefined : saying(request.locale, q, named),
    days === undefined ? undefined : sql`a.at > ${new Date(now().getTime() - Number(days) * dayMs)}`,
    kind === undefined ? undefined : kinds[kind],
    way === undefined ? undefined : sql`(a.action = 'session.sign_in' and a.after ->> 'method' = ${way})`,
    actor_id === undefined ? undefined : sql`a.actor_id = ${actor_id}`,
    object_type === undefined ? undefined : sql`a.object_type = ${object_type}`,
    object_id === undefined ? undefined : sql`a.object_id = ${object_id}`,
  );
}

export function audit(serve: Serve): void {
  histories(serve);
  serve(contract.list, async (ctx, { query: wanted }) => {
    const where = scopeOf(ctx, wanted);
    const matching = conditions(ctx, wanted, await searched(ctx, where, wanted.q));
    const rowsOf = ({ beyond, order, limit }: Cut) =>
      sql<Row>`select ${columns} from audit_log a where ${matching} and ${beyond} ${order} ${limit}`;
    const { data, meta } = await longListPage(
      where.scope,
      { ...wanted, sort: '-at' },
      keys,
      rowsOf,
      sql`select from audit_log a where ${matching}`,
    );
    return { data: await withNames(ctx, where, data), meta };
  });

  serve(contract.exportList, async (ctx, { query: { format, columns: names, ...wanted } }) => {
    const where = scopeOf(ctx, wanted);
    const matching = conditions(ctx, wanted, await searched(ctx, where, wanted.q));
    const rows = inBatches<AuditEntry>(async (last) => {
      const after = last ? sql`and a.id < ${last.id}::uuid` : sql``;
      return withNames(
        ctx,
        where,
        await where.scope.run(
          sql<Row>`select ${columns} from audit_log a where ${matching} ${after} order by a.id desc limit ${sql.lit(exportBatch)}`,
        ),
      );
    });
    const { locale } = ctx.request;
    return answerExport(
      { format, name: translate(locale, 'audit:title') },
      [...chosenColumns(fileColumns(ctx), names), ...changeColumns(ctx)],
      rows,
    );
  });
}

const nameOf = (who: AuditEntry['actor']): string => (who ? `${who.name} <${who.email}>` : '');
const recordOf = (content: AuditEntry['before']): string => (content ? JSON.stringify(content) : '');

/** `Nome: Norte → Sul`, a line for each field. */
function changesIn({ request: { locale }, actor }: Context, entry: AuditEntry): string {
  const word = (key: string) => knownSentence(locale, `auditWords:${key}`);
  const changes = changesOf(entry, {
    word,
    name: (id) => entry.names[id] ?? null,
    screen: (name) => knownSentence(locale, `shell:screen_${name}`),
    locale,
    timezone: actor.timezone,
  });
  const empty = translate(locale, 'audit:nothing');
  return changes.map(({ field, before, after }) => `${field}: ${before ?? empty} → ${after ?? empty}`).join('\n');
}

function fileColumns(ctx: Context): ExportColumn<AuditEntry>[] {
  const { locale } = ctx.request;
  return [
    { key: 'at', header: translate(locale, 'audit:at'), cell: ({ at }) => at },
    { key: 'actor', header: translate(locale, 'audit:actor'), cell: ({ actor }) => nameOf(actor) },
    { key: 'person', header: translate(locale, 'audit:person'), cell: ({ person }) => nameOf(person) },
    {
      key: 'action',
      header: translate(locale, 'audit:action'),
      cell: ({ action }) => translateCode(locale, 'audit:did_', action.split('.').at(-1) ?? ''),
    },
    {
      key: 'object_type',
      header: translate(locale, 'audit:object'),
      cell: ({ object_type }) => translateCode(locale, 'audit:object_', object_type),
    },
    { key: 'object_name', header: translate(locale, 'audit:object_name'), cell: ({ object_name }) => object_name ?? '' },
    { key: 'object_id', header: translate(locale, 'audit:object_id'), cell: ({ object_id }) => object_id ?? '' },
    { key: 'ip', header: translate(locale, 'audit:ip'), cell: ({ ip }) => ip ?? '' },
  ];
}

/** Columns that every exported file has, whatever columns the list shows. */
function changeColumns(ctx: Context): ExportColumn<AuditEntry>[] {
  const { locale } = ctx.request;
  return [
    { key: 'changes', header: translate(locale, 'audit:changes'), cell: (entry) => changesIn(ctx, entry) },
    { key: 'before', header: translate(locale, 'audit:record_before'), cell: ({ before }) => recordOf(before) },
    { key: 'after', header: translate(locale, 'audit:record_after'), cell: ({ after }) => recordOf(after) },
  ];
}
