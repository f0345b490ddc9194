/** The incident desk: what happened, until when it has to be told, to whom, and how it ended (docs/reference/product-rules.md 15). */
import type { Input } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/privacy/incidents.ts';
import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayRunDesk, requireDesk } from '#domain/access/privacyDesk.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { nextShown } from '#platform/wallClock.ts';
import { dueOn } from '#domain/incidents/businessDays.rules.ts';
import { concerned } from './concerned.ts';
import { takeFile } from './incidentFile.ts';
import { isOpen, readIncident, rowsOf, shown, state } from './incidentRows.ts';
import { textsOf } from './incidentTexts.ts';

/** A minute of the unit's clock as a moment, which is not still to come. */
function momentOf({ actor, now }: Context, field: string, minute: string): Date {
  const moment = nextShown(actor.timezone, Date.parse(`${minute}:00Z`), 0);
  if (moment > now()) failFields({ [field]: 'in_the_future' });
  return moment;
}
const momentOrNull = (ctx: Context, field: string, minute: string | null): Date | null =>
  minute === null ? null : momentOf(ctx, field, minute);

/** The incident after a change that only an open one takes: 404, or 409 where it is closed or somebody was faster. */
async function changed(ctx: Context, id: string, set: RawBuilder<unknown>, version: number): Promise<WholeIncident> {
  const [row] = await ctx.run(
    sql<{ id: string }>`update incident i set ${set}, version = version + 1 where ${isOpen(id)} and i.version = ${version} returning i.id`,
  );
  const now = await readIncident(ctx, id);
  if (row) return now;
  return fail(now.state === 'closed' ? 'incident_closed' : 'conflict');
}

async function list(ctx: Context, wanted: Input<typeof contract.list>['query']) {
  const { q, state: only, sort } = wanted;
  const matching = sql`where ${every(only && sql`${state} = ${only}`, holdsWords(q, sql`i.title`, sql`i.happened`))}`;
  // What is closed waits for nobody.
  const due = sql`i.closed_at is not null, i.due_on`;
  const order = orderBy(sort, { due_on: due, noticed_at: sql`i.noticed_at`, title: sql`search_text(i.title)` }, sql`i.id`);
  const { data, meta } = await listPage(
    ctx,
    wanted,
    rowsOf(sql`${matching} ${order} ${pageOf(wanted)}`),
    sql`select from incident i ${matching}`,
  );
  return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayRunDesk(ctx.actor) } };
}

async function add(ctx: Context, { title, noticed, happened }: Input<typeof contract.add>['body']): Promise<WholeIncident> {
  const id = uuidv7();
  const noticed_at = momentOf(ctx, 'noticed', noticed);
  const row = { tenant_id: ownTenant, id, title, happened, noticed_at, due_on: dueOn(noticed_at), created_by: ctx.actor.actor_id };
  await ctx.run(query.insertInto('incident').values({ ...row, created_at: ctx.now() }));
  return readIncident(ctx, id);
}

async function update(ctx: Context, id: string, body: Input<typeof contract.update>['body']): Promise<WholeIncident> {
  const { title, happened, data_kinds, cause, measures, risk, risk_reason, data_officer, version } = body;
  const noticed_at = momentOf(ctx, 'noticed', body.noticed);
  const from = momentOrNull(ctx, 'happened_start', body.happened_start);
  const until = momentOrNull(ctx, 'happened_end', body.happened_end);
  if (from && until && until < from) failFields({ happened_end: 'before_start' });
  const set = sql`title = ${title}, happened = ${happened}, happened_from = ${from}, happened_until = ${until},
    noticed_at = ${noticed_at}, due_on = ${dueOn(noticed_at)}, data_kinds = ${[...new Set(data_kinds)]}, cause = ${cause}, measures = ${measures},
    risk = ${risk}, risk_reason = ${risk_reason}, data_officer = ${data_officer}`;
  return changed(ctx, id, set, version);
}

async function tell(ctx: Context, id: string, { version, ...told }: Input<typeof contract.tell>['body']): Promise<WholeIncident> {
  const authority = momentOrNull(ctx, 'authority', told.authority);
  const people = momentOrNull(ctx, 'people', told.people);
  const { noticed_at } = await readIncident(ctx, id);
  const began = new Date(noticed_at);
  if (authority && authority < began) failFields({ authority: 'before_noticed' });
  if (people && people < began) failFields({ people: 'before_noticed' });
  return changed(ctx, id, sql`authority_told_at = ${authority}, people_told_at = ${people}`, version);
}

/** The law lets nobody stay silent about a risk that is relevant. */
async function close(ctx: Context, id: string, { closing, version }: Input<typeof contract.close>['body']): Promise<WholeIncident> {
  const { risk, state: now } = await readIncident(ctx, id);
  if (now === 'open' && risk !== 'slight') fail('incident_untold');
  return changed(ctx, id, sql`closing = ${closing}, closed_at = ${ctx.now()}`, version);
}

async function reopen(ctx: Context, id: string, version: number): Promise<WholeIncident> {
  const [row] = await ctx.run(sql<{ id: string }>`
    update incident set closed_at = null, version = version + 1 where id = ${id} and closed_at is not null and version = ${version} returning id`);
  const now = await readIncident(ctx, id);
  return row ? now : fail('conflict');
}

/** Serves an endpoint to those who answer for the unit: a reader holds the capability too, for requests of their own. */
const forDesk =
  (serve: Serve): Serve =>
  (endpoint, handler) =>
    serve(endpoint, (ctx, input) => {
      if ('actor' in ctx) requireDesk(ctx.actor, endpoint.path.includes('/:id') ? 'not_found' : 'forbidden');
      return handler(ctx, input);
    });

export function incidents(everybody: Serve): void {
  const serve = forDesk(everybody);
  serve(contract.list, (ctx, { query: wanted }) => list(ctx, wanted));
  serve(contract.get, (ctx, { params }) => readIncident(ctx, params.id));
  serve(contract.add, (ctx, { body }) => add(ctx, body));
  serve(contract.update, (ctx, { params, body }) => update(ctx, params.id, body));
  serve(contract.tell, (ctx, { params, body }) => tell(ctx, params.id, body));
  serve(contract.close, (ctx, { params, body }) => close(ctx, params.id, body));
  serve(contract.reopen, (ctx, { params, body }) => reopen(ctx, params.id, body.version));
  serve(contract.getTexts, (ctx, { params }) => textsOf(ctx, params.id));
  serve(contract.saveTexts, (ctx, { params, body: { notice, letter, version } }) =>
    changed(ctx, params.id, sql`notice = ${notice}, letter = ${letter}`, version),
  );
  serve(contract.file, (ctx, { params }) => takeFile(ctx, params.id));
  concerned(serve);
}
