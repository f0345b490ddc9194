/**
 * Something done to a workspace at the service. It is written down first, with the job that looks for its end: what happens to the answer, or
 * to this process, is found out afterwards.
 */
import type { actKinds } from '@vitrine/contract/reports/workspaces.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { Failure } from '#platform/http/fail.ts';
import type { NamedAccount } from './lookAround.ts';
import { settleAct } from './settle.jobs.ts';
import { ended } from './wanted.ts';
import type { Wanted } from './wanted.ts';

type NewAct = {
  kind: (typeof actKinds)[number];
  workspace_id: string | null;
  workspace_name: string;
  subject?: string;
  wanted?: Wanted;
};

/** Until then an answer may still come. */
const lookAfterMs = 2 * 60_000;

/** Nobody knows whether it happened: there was no answer. */
const isOpenEnded = (error: unknown): boolean => !(error instanceof Failure) || error.word === 'reporting_unavailable';

/** Writes the act down, asks the service, and writes down how it ended. */
export async function perform<Value>(
  ctx: Context,
  account: NamedAccount,
  { subject = '', wanted = {}, ...act }: NewAct,
  work: () => Promise<Value>,
): Promise<Value> {
  const id = uuidv7();
  await ctx.run(
    query.insertInto('workspace_act').values({
      ...act,
      id,
      tenant_id: ownTenant,
      account_id: account.id,
      subject,
      wanted: JSON.stringify(wanted),
      asked_by: ctx.actor.actor_id,
      asked_at: ctx.now(),
    }),
    addJob(settleAct, account.tenant_id, { act_id: id }, { at: new Date(ctx.now().getTime() + lookAfterMs) }),
  );
  const value = await work().catch(async (error: unknown) => {
    if (isOpenEnded(error)) throw error instanceof Failure ? new Failure('workspace_unsettled', {}, {}, error) : error;
    await ctx.run(ended(id, 'refused', { reason: error instanceof Failure ? error.word : 'unexpected' }));
    throw error;
  });
  await ctx.run(ended(id, 'done', typeof value === 'string' && act.kind === 'create' ? { workspace_id: value } : {}));
  return value;
}
