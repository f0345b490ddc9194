/** Coming back from Entra: the checks of docs/reference/product-rules.md 2.1 in their order, with what Entra says instead of a password. */
import type { Returned } from '@vitrine/contract/signIn/entra.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { groupsOf } from '#platform/entra/entra.ts';
import { fail, found } from '#platform/http/fail.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Account } from '../account.queries.ts';
import { accountOf, choicesOf } from '../account.queries.ts';
import { admit, refusalExtra } from '../admission.rules.ts';
import { completeSignIn, refusal } from '../completeSignIn.ts';
import { applyGroups } from '../providerGroups.ts';
import { arrive } from './arrival.ts';
import type { TrustedDirectory } from './attempts.ts';
import { takeAttempt } from './attempts.ts';

/** What a password answers with is said in the words of this way in. */
const wordOf = (word: ErrorWord): ErrorWord => (word === 'not_found_companies' ? 'error_azure_not_companies' : word);

export async function finish(ctx: PublicContext, given: Returned): Promise<SignedIn> {
  const { asked, directory, came } = await takeAttempt(ctx, given);
  if (given.error !== undefined || given.code === undefined) return turnAway(ctx, null, 'error_authentication');
  const claims = await ctx.entra.redeem(directory.directory_id, came, asked).catch(async (error: unknown) => {
    await ctx.identity.run(refusal(ctx, null, 'error_authentication'));
    throw error;
  });
  const arrived = await arrive(ctx, directory, claims);
  if ('refusal' in arrived) return turnAway(ctx, null, arrived.refusal);
  await takeGroups(ctx, directory, arrived.person_id, groupsOf(claims));
  return enter(ctx, arrived.person_id, directory.tenant_id);
}

/** Gives and takes by the directory's groups. Where it does not name them all, everything stays as it is, and the log says so. */
async function takeGroups(ctx: PublicContext, directory: TrustedDirectory, person_id: string, groups: string[] | null): Promise<void> {
  const { id, tenant_id, maps_groups } = directory;
  if (groups !== null) await applyGroups(ctx, { way: 'entra', tenant_id, id }, person_id, groups);
  else if (maps_groups) await ctx.identity.run(auditLine({ action: 'entra_identity.groups_unread', person_id, tenant_id }));
}

async function enter(ctx: PublicContext, person_id: string, tenant_id: string): Promise<SignedIn> {
  const { host, ip } = ctx.request;
  const whom = { id: person_id };
  const token_hash = ctx.cookies.device ? hashToken(ctx.cookies.device) : null;
  const [[row], all, [known]] = await ctx.identity.run(
    accountOf(whom),
    choicesOf(whom, tenant_id),
    sql<{ id: string }>`select id from device where token_hash = ${token_hash} and person_id = ${person_id}`,
  );
  const account = found(row, 'error_azure_not_companies');
  // Whoever reaches many units does not come in by the directory of one.
  if (account.staff_role !== null) return turnAway(ctx, account, 'error_azure_not_companies');
  const choices = all.filter((choice) => choice.tenant_id === tenant_id);
  const ipListsOff = ctx.environment.ipListsOff || account.ip_lists_off;
  const admission = admit(account, choices, { host, ip, now: ctx.now(), ipListsOff, by: 'azure' });
  if ('refusal' in admission) return turnAway(ctx, account, wordOf(admission.refusal), refusalExtra(admission, ip));
  const device = { id: known?.id ?? null, trust: false };
  return completeSignIn(ctx, { account, admission, method: 'azure', second_factor: null, device, also: [] });
}

async function turnAway(
  ctx: PublicContext,
  account: Account | null,
  word: ErrorWord,
  extra: ReturnType<typeof refusalExtra> = {},
): Promise<never> {
  await ctx.identity.run(refusal(ctx, account, word));
  return fail(word, {}, extra);
}
