/** The report of a new unit that is to have something to open at once: a page in a group of its own, for everybody of the unit. */
import { locales } from '@vitrine/contract/fields.ts';
import { z } from 'zod';
import type { UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { translate } from '#platform/translate.ts';
import { samplePage } from './samplePage.ts';

const payload = z.strictObject({ language: z.enum(locales) });

export const publishSample: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'sample_report.publish',
  schema: payload,
  async work(ctx, { language }) {
    const say = (key: string) => translate(language, `companies:sample_${key}`);
    const bytes = Buffer.from(samplePage(language));
    // The same at every attempt, so that a second one finds what the first has made.
    const report_id = ctx.job_id;
    await ctx.withTenant(async (tx) => {
      const [made] = await tx.run(query.selectFrom('report').select('id').where('id', '=', report_id));
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
});
