/** Finds out whether something happened that the service was asked for and that nobody heard the end of. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { copyIn, finishMove } from './moved.ts';
import { ended, wantedShape } from './wanted.ts';
import type { Wanted } from './wanted.ts';

const payload = z.strictObject({ act_id: z.guid() });

type Open = {
  id: string;
  kind: string;
  workspace_id: string | null;
  workspace_name: string;
  subject: string;
  wanted: unknown;
  account: ReportingAccount;
};

const openAct = (id: string) => sql<Open>`
  select x.id, x.kind, x.workspace_id, x.workspace_name, x.subject, x.wanted, to_jsonb(account) as account
  from workspace_act x
  cross join lateral (select ${callingColumns} from reporting_account a where a.tenant_id = x.tenant_id and a.id = x.account_id) as account
  where x.id = ${id} and x.state = 'open'`;

export const settleAct: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'workspace_act.settle',
  schema: payload,
  pace: 'service',
  retry: { limit: 5, delay_seconds: 60 },
  waiting: {
    key: 'act_id',
    since: (before) => sql`select id as act_id from workspace_act where state = 'open' and asked_at < ${before}`,
  },
  async work(ctx, { act_id }) {
    const [act] = await ctx.run(openAct(act_id));
    if (!act) return;
    const found = await looked(ctx, act, wantedShape.parse(act.wanted));
    await ctx.run(found === null ? ended(act.id, 'refused', { reason: 'not_done' }) : ended(act.id, 'done', found));
  },
});

/** Null: it did not happen. */
async function looked({ reporting, run }: JobContext, act: Open, wanted: Wanted): Promise<{ workspace_id?: string } | null> {
  const { account, workspace_id, workspace_name } = act;
  const all = await reporting.workspaceList(account);
  if (act.kind === 'create') {
    const made = all.find(({ name }) => name.toLowerCase() === workspace_name.toLowerCase());
    return made ? { workspace_id: made.id } : null;
  }
  const now = all.find(({ id }) => id === workspace_id);
  if (act.kind === 'remove') return now ? null : {};
  if (!now) return null;
  switch (act.kind) {
    case 'rename':
      return now.name === wanted.name ? {} : null;
    case 'assign':
      return now.capacity_id === (wanted.capacity_id ?? null) ? {} : null;
    case 'move_report': {
      const copy = await copyIn(reporting, account, act.subject, wanted);
      if (copy === null) return null;
      await finishMove({ reporting, run }, account, now.id, wanted, copy);
      return {};
    }
    default: {
      const member = (await reporting.workspaceMembers(account, now.id)).find(
        ({ identifier }) => identifier.toLowerCase() === wanted.identifier,
      );
      if (act.kind === 'remove_member') return member ? null : {};
      return member?.right === wanted.right ? {} : null;
    }
  }
}
