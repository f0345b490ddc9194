/** What happens to invoices by itself: drafts once a month is over, and the day after the due day has passed. */
import { sql } from 'kysely';
import { z } from 'zod';
import { billingZone } from '#domain/billing/ledger.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { makeMissingDrafts, today } from './drafts.ts';

const nothing = z.strictObject({});

/** Every hour: a month that is over gets its drafts within an hour, and one that ended while nothing ran as soon as something does. */
export const draftInvoices = definePlatformJob({
  name: 'invoice.draft',
  schema: nothing,
  every: { cron: '20 * * * *', timezone: billingZone },
  async work(ctx) {
    const made = await makeMissingDrafts(ctx);
    if (made > 0) ctx.log.info({ made }, 'drafts of invoices were made');
  },
});

/** An invoice is overdue from the day after its due day. Nothing else follows from it: nobody is locked out. */
export const markOverdue = definePlatformJob({
  name: 'invoice.overdue',
  schema: nothing,
  every: { cron: '10 0 * * *', timezone: billingZone },
  async work({ operator, now }) {
    await operator.run(sql`
      update invoice set state = 'overdue', version = version + 1 where state = 'open' and due_on < ${today(now())}`);
  },
});
