/** Gives lines of the audit log their entries in the chain of their unit, and each day its seal. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';

const linesAtOnce = 500;

export const sealAudit = definePlatformJob({
  name: 'audit.seal',
  schema: z.strictObject({}),
  every: '*/10 * * * *',
  async work({ identity, log }) {
    const units = await identity.run(sql<{ id: string }>`select units_to_seal() as id`);
    await eachByItself({ log }, units, async ({ id }) => {
      for (let sealed = linesAtOnce; sealed === linesAtOnce;) {
        const [row] = await identity.run(sql<{ sealed: number }>`select seal_audit(${id}, ${linesAtOnce}) as sealed`);
        sealed = row?.sealed ?? 0;
      }
    });
  },
});

/** Shortly after midnight in UTC: a day's seal is the last entry that the day's chain has. */
export const anchorAudit = definePlatformJob({
  name: 'audit.anchor',
  schema: z.strictObject({}),
  every: '20 0 * * *',
  async work({ identity, now }) {
    await identity.run(sql`select anchor_audit(${now().toISOString().slice(0, 10)}::date)`);
  },
});
