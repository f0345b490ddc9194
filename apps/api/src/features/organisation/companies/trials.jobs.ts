/** Warnings of a trial: seven, three and one day before it ends, to the unit's administrators and the staff of its partner. */
import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { queueMailOfUnit } from '#domain/mail/mail.jobs.ts';
import { notify } from '#domain/notifications/notify.ts';
import { accountMail } from '#domain/people/accountMail.ts';
import { query } from '#platform/database/query.ts';
import { shownDay } from '#platform/shownDay.ts';
import { addressees } from './addressees.ts';

const dayMs = 86_400_000;
/** The step that a number of days belongs to: whoever was down on a day is warned on the next one. */
const steps = [1, 3, 7] as const;
const stepOf = (days: number) => (days < 0 ? undefined : steps.find((step) => days <= step));

const payload = z.strictObject({ step: z.number(), trial_ends_on: z.string() });

export const warnOfTrial = defineJob({
  name: 'trial.warn',
  schema: payload,
  async work(ctx, { step, trial_ends_on }) {
    const { tenant_id } = ctx;
    const { receivers, sender } = await addressees(ctx);
    const object_id = tenant_id;
    const told = JSON.stringify({ days: step, trial_ends_on });
    await ctx.withTenant(async (tx) => {
      // Of two attempts the second finds the line of the first, and the trial that was extended or has become a contract is over.
      const [[unit], [warned]] = await tx.run(
        sql<{ name: string }>`select name from tenant where state = 'trial' and trial_ends_on = ${trial_ends_on}`,
        sql`select from audit_log where action = 'trial.warn' and object_type = 'tenant' and object_id = ${object_id} and after = ${told}::jsonb`,
      );
      if (!unit || warned) return;
      await tx.run(query.insertInto('audit_log').values({ action: 'trial.warn', object_type: 'tenant', object_id, after: told }));
      const administrators = receivers.flatMap(({ id, is_staff }) => (is_staff ? [] : [id]));
      // It is mailed to them as well, whatever the unit says of other notifications; the partner's staff have none in a unit.
      const notices = notify(tenant_id, {
        person_ids: administrators,
        kind: 'trial_ending',
        values: { unit: unit.name, date: trial_ends_on, days: step },
      });
      const mails = receivers
        .filter(({ is_staff }) => is_staff)
        .map((receiver) => {
          const values = { unit: unit.name, date: shownDay(receiver.language, trial_ends_on) };
          return queueMailOfUnit(ctx, tenant_id, accountMail('trial_end', receiver, sender, { values }));
        });
      for (const statement of [...notices, ...mails]) await tx.run(statement);
    });
  },
});

type Trial = { tenant_id: string; trial_ends_on: string; timezone: string };

/** Looks every hour which trials have a warning before them. A warning has a key, so that it is given once, whoever looks. */
export const watchTrials = definePlatformJob({
  name: 'trial.watch',
  schema: z.strictObject({}),
  every: '11 * * * *',
  async work(ctx) {
    const trials = await ctx.identity.run(sql<Trial>`
      select t.id as tenant_id, t.trial_ends_on, coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo') as timezone
      from tenant t left join tenant_setting ts on ts.tenant_id = t.id left join partner_setting ps on ps.partner_id = t.partner_id
      where t.state = 'trial' and t.erasing_since is null order by t.id`);
    await eachByItself(ctx, trials, async ({ tenant_id, trial_ends_on, timezone }) => {
      const [today, end] = [Date.parse(dayIn(timezone, ctx.now())), Date.parse(trial_ends_on)];
      const step = stepOf(Math.round((end - today) / dayMs));
      if (step === undefined) return;
      await ctx.unit(tenant_id).run(addJob(warnOfTrial, tenant_id, { step, trial_ends_on }, { key: `${trial_ends_on} ${step}` }));
    });
  },
});
