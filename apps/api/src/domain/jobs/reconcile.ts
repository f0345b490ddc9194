/** Whatever waits for a job has one: rows whose job is gone are given another, which goes on with them or ends them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from './addJob.ts';
import type { PlatformJob, UnitJob } from './defineJob.ts';
import { definePlatformJob } from './defineJob.ts';
import { eachByItself } from './eachByItself.ts';

/** A row that waits for longer than this has a job, or has lost it. */
const graceMs = 5 * 60_000;

/** Rows of the caller's unit that wait for one of the jobs, which is nowhere. */
const deserted = (owners: readonly UnitJob[], before: Date) => sql<{ job: string; payload: unknown }>`
  ${sql.join(
    owners.flatMap(({ name, waiting }) =>
      waiting
        ? [
            sql`select ${name}::text as job, to_jsonb(w) as payload from (${waiting.since(before)}) as w
              where not has_job(${name}, ${waiting.key}, to_jsonb(w) ->> ${waiting.key})`,
          ]
        : [],
    ),
    sql` union all `,
  )}`;

export const reconcile = (owners: readonly UnitJob[]): PlatformJob<Record<string, never>> =>
  definePlatformJob({
    name: 'jobs.reconcile',
    schema: z.strictObject({}),
    every: '*/5 * * * *',
    async work(ctx) {
      const before = new Date(ctx.now().getTime() - graceMs);
      const units = await ctx.identity.run(sql<{ id: string }>`select id from tenant where state <> 'closed' order by id`);
      await eachByItself(ctx, units, async ({ id }) => {
        const unit = ctx.unit(id);
        for (const { job, payload } of await unit.run(deserted(owners, before))) {
          const owner = owners.find(({ name }) => name === job);
          if (!owner) continue;
          ctx.log.warn({ tenant_id: id, waiting_for: job, payload }, 'what waits for a job had none, and is given one');
          await unit.run(addJob(owner, id, payload));
        }
      });
    },
  });
