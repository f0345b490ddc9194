/** The report of a new unit that is to have something to open at once: a page in a group of its own, for everybody of the unit. */
import { locales } from '@vitrine/contract/fields.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { hostOfPartner } from '#domain/hosts/hostOfPartner.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { queueMailOfUnit } from '#domain/mail/mail.jobs.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { translate } from '#platform/translate.ts';
import { samplePage } from './samplePage.ts';

/** `asked_by`: who made the unit, to be told where it cannot be made. */
const payload = z.strictObject({ language: z.enum(locales), asked_by: z.guid().nullable().optional() });

const existing = (id: string) => query.selectFrom('report').select('id').where('id', '=', id);

type Maker = { name: string; email: string; language: Locale; partner_id: string; unit: string };

/** Whoever made the unit, as long as they are staff of its partner. */
async function makerOf({ identity, tenant_id }: JobContext, person_id: string): Promise<Maker | undefined> {
  const [maker] = await identity.run(sql<Maker>`
    select p.name, p.email, p.language, t.partner_id, t.name as unit
    from staff s join person p on p.id = s.person_id join tenant t on t.partner_id = s.partner_id
    where t.id = ${tenant_id} and s.person_id = ${person_id} and s.state = 'active'`);
  return maker;
}

export const publishSample: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'sample_report.publish',
  schema: payload,
  async work(ctx, { language }) {
    const say = (key: string) => translate(language, `companies:sample_${key}`);
    const bytes = Buffer.from(samplePage(language));
    // The same at every attempt, so that a second one finds what the first has made.
    const report_id = ctx.job_id;
    await ctx.withTenant(async (tx) => {
      const [made] = await tx.run(existing(report_id));
      if (made) return;
      const [group_id, file_id] = [uuidv7(), uuidv7()];
      await tx.run(
        query.insertInto('report_group').values({
          tenant_id: ownTenant,
          id: group_id,
          name: say('group'),
          description: say('group_text'),
          icon: 'chart',
          position: 0,
        }),
        query.insertInto('report').values({
          tenant_id: ownTenant,
          id: report_id,
          kind: 'page',
          title: say('title'),
          description: say('description'),
          group_id,
        }),
        storeFile({ id: file_id, kind: 'report_page', name: 'page.html', content_type: 'text/html; charset=utf-8', bytes }),
        query.insertInto('report_page').values({ tenant_id: ownTenant, report_id, file_id }),
        query.insertInto('report_grant').values({ tenant_id: ownTenant, id: uuidv7(), report_id, unit: true }),
      );
    });
  },
  // By mail: the staff of a partner has no bell in a unit.
  async gaveUp(ctx, { asked_by }) {
    const maker = asked_by ? await makerOf(ctx, asked_by) : undefined;
    if (!maker) return;
    const { unit, partner_id } = maker;
    const sender = await mailSenderOf({ ...ctx, request: { host: await hostOfPartner(ctx, partner_id) } });
    const mail = accountMail('demo_report_failed', maker, sender, { path: `/companies/${ctx.tenant_id}`, values: { unit } });
    await ctx.withTenant(async (tx) => {
      // The process of the last attempt may have been lost after it was made.
      const [made] = await tx.run(existing(ctx.job_id));
      if (!made) await tx.run(queueMailOfUnit(ctx, ctx.tenant_id, mail));
    });
  },
});
