/** The set-up of units as a document. A partner reaches its units, an administrator the own one; any other is a 404. */
import * as contract from '@vitrine/contract/organisation/unitSetup.ts';
import type { Comparison, Rollout } from '@vitrine/contract/organisation/unitSetup.ts';
import type { SetupDocument, SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import { setupJsonSchema, setupSchemaPath, setupSections } from '@vitrine/contract/organisation/setupDocument.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { ManagedUnit } from '#domain/people/managedTenants.ts';
import { managedUnits } from '#domain/people/managedTenants.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, found } from '#platform/http/fail.ts';
import { parsing } from '#platform/parsing/pool.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { translateField } from '#platform/translate.ts';
import type { readDocument } from './readDocument.ts';
import { applySetup } from './applySetup.ts';
import { findProblems } from './problems.ts';
import { readSetup } from '#domain/organisation/setup/readSetup.ts';
import { differenceOf, sectionsOf } from './setup.rules.ts';

const reader = { module: new URL('./readDocument.ts', import.meta.url), name: 'readDocument', milliseconds: 5000 };
/** Made once: it is the same for everybody. */
const jsonSchema = setupJsonSchema();

/** The right that the screen of a section asks for. */
const rights: Record<SetupSection, Parameters<typeof holds>[1]> = {
  user_groups: 'user_groups',
  report_groups: 'report_groups',
  reports: 'reports',
  settings: 'unit_settings',
  brand: 'branding',
  custom_fields: 'custom_fields',
  access_hours: 'shifts',
  terms: 'terms',
  faq: 'faq',
  playlists: 'unit_playlists',
};
const sectionsFor = ({ actor }: Context): SetupSection[] => setupSections.filter((section) => holds(actor, rights[section], 'write'));

/** The units that the caller may name, by name. An administrator manages others too, but works in this one. */
async function unitsFor(ctx: Context): Promise<ManagedUnit[]> {
  const managed = await managedUnits(ctx);
  return ctx.actor.role === 'partner' ? managed : managed.filter(({ id }) => id === ctx.actor.tenant_id);
}

/** Each of the units with its database; one that is not the caller's is a 404 for all of them. */
async function scopesOf(ctx: Context, ids: readonly string[]): Promise<(ManagedUnit & { scope: Scoped })[]> {
  const units = new Map((await unitsFor(ctx)).map((unit) => [unit.id, unit]));
  const wanted = [...new Set(ids)].map((id) => found(units.get(id)));
  return Promise.all(wanted.map(async (unit) => ({ ...unit, scope: await ctx.unit(unit.id) })));
}

/** `user_groups.3.name` as programs write it: `user_groups[3].name`. */
const placeOf = (field: string): string => field.replaceAll(/\.(\d+)/g, '[$1]');

/** Reads what was sent, in a process of its own; refuses it with the first place that is wrong. */
async function documentOf({ actor, request: { locale } }: Context, text: string): Promise<SetupDocument> {
  const read = await parsing.run<typeof readDocument>(reader, actor.tenant_id ?? actor.person_id, { text });
  if ('document' in read) return read.document;
  const [[field, [reason = 'invalid']] = ['', []]] = Object.entries(read.fields);
  return fail('setup_invalid', { place: placeOf(field), reason: translateField(locale, field, reason) });
}

/** What the document would change in each of the units, and what stands against it. */
async function comparedWith(
  ctx: Context,
  document: SetupDocument,
  wanted: readonly SetupSection[],
  units: Awaited<ReturnType<typeof scopesOf>>,
): Promise<Comparison['units']> {
  const { actor, request } = ctx;
  const [member] = await ctx.identity.run(
    sql<{ ip_exempt: boolean }>`select ip_exempt from membership where id = ${actor.membership_id}::uuid`,
  );
  const address = member ? { ip: request.ip, ip_exempt: member.ip_exempt } : null;
  const author = { role: actor.role, sections: sectionsFor(ctx), address };
  const compared: Comparison['units'] = [];
  for (const { id, name, scope } of units) {
    const unit = await readSetup(scope, ctx.now());
    const problems = await findProblems(scope, { document, unit, wanted, author, now: ctx.now() });
    compared.push({ id, name, changes: differenceOf(document, unit.document, wanted), problems });
  }
  return compared;
}

export function unitSetup(serve: Serve): void {
  serve(contract.schema, () => Promise.resolve(jsonSchema));

  serve(contract.units, async (ctx) => ({
    data: (await unitsFor(ctx)).map(({ id, name }) => ({ id, name, current: id === ctx.actor.tenant_id })),
    sections: sectionsFor(ctx),
  }));

  serve(contract.get, async (ctx, { params: { tenant_id } }) => {
    const [unit] = await scopesOf(ctx, [tenant_id]);
    const { scope } = found(unit);
    const { document } = await readSetup(scope, ctx.now());
    const sections = sectionsFor(ctx);
    const content = {
      $schema: `${ctx.environment.publicUrl}${setupSchemaPath}`,
      version: document.version,
      ...Object.fromEntries(setupSections.flatMap((section) => (sections.includes(section) ? [[section, document[section]]] : []))),
    };
    return {
      file_name: 'unit-setup.json',
      content_type: 'application/json; charset=utf-8',
      content: `${JSON.stringify(content, null, 2)}\n`,
    };
  });

  serve(contract.compare, async (ctx, { body: { text, sections, unit_ids } }) => {
    const units = await scopesOf(ctx, unit_ids);
    const document = await documentOf(ctx, text);
    return { sections: sectionsOf(document, []), units: await comparedWith(ctx, document, sections, units) };
  });

  serve(contract.apply, async (ctx, { body: { text, sections, unit_ids } }) => {
    const units = await scopesOf(ctx, unit_ids);
    const document = await documentOf(ctx, text);
    const compared = await comparedWith(ctx, document, sections, units);
    const refused = compared.find(({ problems }) => problems.length > 0);
    if (refused) fail('setup_refused', { unit: refused.name });
    const rollout_id = uuidv7();
    // What would change nothing needs no right now, and must not be written later without one.
    const wanted = sectionsOf(document, sections).filter((section) => sectionsFor(ctx).includes(section));
    const kept = { version: document.version, ...Object.fromEntries(wanted.map((section) => [section, document[section]])) };
    const role = ctx.actor.role === 'partner' ? 'partner' : 'admin';
    const row = { id: rollout_id, document: JSON.stringify(kept), sections: wanted, role, asked_by: ctx.actor.person_id } as const;
    // All units are asked or none: a partner's rows are of one transaction.
    const place = role === 'partner' ? ctx.partner() : ctx;
    await place.withTenant(async (tx) => {
      for (const { id: tenant_id } of units)
        await tx.run(
          query.insertInto('setup_rollout').values({ tenant_id, ...row, created_at: ctx.now() }),
          addJob(applySetup, tenant_id, { rollout_id }),
        );
    });
    return { rollout_id };
  });

  serve(contract.rollout, async (ctx, { params: { rollout_id } }) => {
    const place = ctx.actor.role === 'partner' ? ctx.partner() : ctx;
    const rows = await place.run(sql<Rollout['data'][number]>`
      select r.tenant_id as id, t.name, r.state, r.changed, r.problems from setup_rollout r join tenant t on t.id = r.tenant_id
      where r.id = ${rollout_id} order by search_text(t.name), t.id`);
    found(rows[0]);
    return { data: rows };
  });
}
