/** Removes files that nothing refers to: of abandoned forms, of rows whose picture changed. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';

const nothing = z.strictObject({});
const dayMs = 86_400_000;

/** Every column that refers to a file, read from PostgreSQL's catalogue, so that no feature has to list its own. */
const references = sql<{ table_name: string; column_name: string }>`
  select c.conrelid::regclass::text as table_name, a.attname::text as column_name
  from pg_constraint c
  cross join unnest(c.conkey) as k (attnum)
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum and a.attname <> 'tenant_id'
  where c.contype = 'f' and c.confrelid = 'file'::regclass`;

export const cleanFilesOfUnit = defineJob({
  name: 'file.clean',
  schema: nothing,
  async work(ctx) {
    const now = ctx.now();
    const used = await ctx.run(references);
    const unused = used.map(
      ({ table_name, column_name }) => sql`not exists (select from ${sql.table(table_name)} r where r.${sql.ref(column_name)} = file.id)`,
    );
    await ctx.run(sql`
      delete from file where expires_at < ${now}
        or (expires_at is null and created_at < ${new Date(now.getTime() - dayMs)} and ${sql.join([sql`true`, ...unused], sql` and `)})`);
    // Files whose sender never sent the rest.
    await ctx.run(sql`delete from report_upload where state = 'receiving' and created_at < ${new Date(now.getTime() - dayMs)}`);
  },
});

/** Every night, a job for each unit. */
export const cleanFiles = definePlatformJob({
  name: 'files.clean',
  schema: nothing,
  every: { cron: '40 3 * * *', timezone: 'America/Sao_Paulo' },
  async work(ctx) {
    const units = await ctx.identity.run(sql<{ tenant_id: string }>`select id as tenant_id from tenant`);
    await eachByItself(ctx, units, ({ tenant_id }) => ctx.unit(tenant_id).run(addJob(cleanFilesOfUnit, tenant_id, {})));
  },
});
