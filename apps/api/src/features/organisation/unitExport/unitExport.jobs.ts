/** Writes the archive of a unit, and tells by mail: whoever asked for it, and the partner's people where that was the operator. What was begun by a process that died is begun anew. */
import type { UnitExport } from '@vitrine/contract/organisation/unitExport.ts';
import { unitExportLimits } from '@vitrine/contract/organisation/unitExport.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { hostOfPartner } from '#domain/hosts/hostOfPartner.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { queueMailOfUnit } from '#domain/mail/mail.jobs.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import type { Message } from '#platform/mail/mail.ts';
import { contentOf } from './content.ts';
import type { Row } from './kinds.ts';
import { inParts, TooBig, zipped } from './zipped.ts';

const payload = z.strictObject({ export_id: z.guid() });
const name = 'unit_export.run';
/** What waits for longer than this has a job, or has lost it. */
const graceMs = 10 * 60_000;

type Asked = { person_id: string; invoices: Row[]; unit: string; created_at: string };
type Told = { name: string; email: string; language: Locale; role: string };
type Asker = Told & { partner_id: string };

/** Null: the person is no staff of the operator or of the unit's partner any more. */
async function askerOf({ identity, tenant_id }: JobContext, person_id: string): Promise<Asker | null> {
  const [asker] = await identity.run(sql<Asker>`
    select p.name, p.email, p.language, s.role, t.partner_id from staff s join person p on p.id = s.person_id join tenant t on t.id = ${tenant_id}
    where s.person_id = ${person_id} and s.state = 'active' and (s.role = 'operator' or s.partner_id = t.partner_id)`);
  return asker ?? null;
}

/** Answers its bytes. */
async function write(ctx: JobContext, export_id: string, { language }: Asker, invoices: readonly Row[]): Promise<number> {
  await ctx.run(sql`delete from unit_export_part where export_id = ${export_id}`);
  let [number, size] = [0, 0];
  for await (const bytes of inParts(zipped(contentOf(ctx, { locale: language, invoices })))) {
    await ctx.run(
      sql`insert into unit_export_part (tenant_id, export_id, number, bytes) values (${ctx.tenant_id}, ${export_id}, ${number}, ${bytes})`,
    );
    number += 1;
    size += bytes.length;
  }
  return size;
}

const ended = (ctx: JobContext, id: string, state: UnitExport['state'], reason: UnitExport['reason'], size = 0) => sql<{ id: string }>`
  update unit_export set state = ${state}, reason = ${reason}, size = ${size}, invoices = '[]', ended_at = ${ctx.now()}
  where id = ${id} and state = 'waiting' returning id`;

/** Who hears of it: the operator cannot take what it asked for, the partner can. */
async function toldBy({ identity }: JobContext, { partner_id, ...asker }: Asker): Promise<Told[]> {
  if (asker.role !== 'operator') return [asker];
  const partners = await identity.run(sql<Told>`
    select p.name, p.email, p.language, s.role from staff s join person p on p.id = s.person_id
    where s.partner_id = ${partner_id} and s.role = 'partner' and s.state = 'active' order by p.id`);
  return [asker, ...partners];
}

/** The mails of an end, each from the host of its reader. */
async function mailsOf(ctx: JobContext, unit: string, asker: Asker, reason: UnitExport['reason']): Promise<Message[]> {
  const ofPartner = await mailSenderOf({ ...ctx, request: { host: await hostOfPartner(ctx, asker.partner_id) } });
  const { publicUrl } = ctx.environment;
  const platform = { host: new URL(publicUrl).hostname, tenant_id: null, partner_id: null, origin: publicUrl };
  const ofPlatform = await mailSenderOf({ ...ctx, request: { host: platform } });
  const kind = reason === null ? 'unit_export_ready' : 'unit_export_failed';
  const values = { unit, days: unitExportLimits.days };
  return (await toldBy(ctx, asker)).map((to) =>
    to.role === 'operator'
      ? accountMail(kind, to, ofPlatform, { path: `/partners/${asker.partner_id}`, values })
      : accountMail(kind, to, ofPartner, { path: `/companies/${ctx.tenant_id}`, values }),
  );
}

/** The end of it, and the mails that tell it: both or neither. */
async function end(
  ctx: JobContext,
  id: string,
  unit: string,
  asker: Asker,
  result: { reason: UnitExport['reason']; size: number },
): Promise<void> {
  const mails = await mailsOf(ctx, unit, asker, result.reason);
  await ctx.withTenant(async (tx) => {
    const [done] = await tx.run(ended(ctx, id, result.reason === null ? 'done' : 'failed', result.reason, result.size));
    if (done) for (const mail of mails) await tx.run(queueMailOfUnit(ctx, ctx.tenant_id, mail));
  });
}

const askedFor = (id: string) => sql<Asked>`
  select e.person_id, e.invoices, e.created_at, t.name as unit from unit_export e join tenant t on t.id = e.tenant_id
  where e.id = ${id} and e.state = 'waiting'`;

export const runUnitExport: UnitJob<z.infer<typeof payload>> = defineJob({
  name,
  schema: payload,
  pace: 'slow',
  retry: { limit: 3, delay_seconds: 30 },
  expires_seconds: 3600,
  async work(ctx, { export_id }) {
    const [asked] = await ctx.run(askedFor(export_id));
    if (!asked) return;
    const asker = await askerOf(ctx, asked.person_id);
    if (!asker) {
      await ctx.run(ended(ctx, export_id, 'failed', 'not_allowed'));
      return;
    }
    try {
      await end(ctx, export_id, asked.unit, asker, { reason: null, size: await write(ctx, export_id, asker, asked.invoices) });
    } catch (error) {
      if (!(error instanceof TooBig)) throw error;
      ctx.log.warn({ err: error, export_id }, 'a unit is too big for one archive');
      await ctx.run(sql`delete from unit_export_part where export_id = ${export_id}`);
      await end(ctx, export_id, asked.unit, asker, { reason: 'too_big', size: 0 });
    }
  },
  async gaveUp(ctx, { export_id }) {
    const [asked] = await ctx.run(askedFor(export_id));
    if (!asked) return;
    await ctx.run(sql`delete from unit_export_part where export_id = ${export_id}`);
    const asker = await askerOf(ctx, asked.person_id);
    if (asker) await end(ctx, export_id, asked.unit, asker, { reason: 'failed', size: 0 });
    else await ctx.run(ended(ctx, export_id, 'failed', 'not_allowed'));
  },
});

/** Every hour, in closed units too: removes archives that are old, and gives a job to those that wait without one. */
export const cleanUnitExports = definePlatformJob({
  name: 'unit_export.clean',
  schema: z.strictObject({}),
  every: '41 * * * *',
  async work(ctx) {
    const before = (ms: number) => new Date(ctx.now().getTime() - ms);
    const units = await ctx.identity.run(sql<{ id: string }>`select id from tenant where erasing_since is null order by id`);
    await eachByItself(ctx, units, async ({ id }) => {
      const [, waiting] = await ctx.unit(id).run(
        sql`delete from unit_export where created_at < ${before(unitExportLimits.days * 86_400_000)}`,
        sql<{ export_id: string }>`
          select id as export_id from unit_export where state = 'waiting' and created_at < ${before(graceMs)}
            and not has_job(${name}, 'export_id', id::text)`,
      );
      for (const row of waiting) await ctx.unit(id).run(addJob(runUnitExport, id, row));
    });
  },
});
