/** Changes of an account's credentials need a recent confirmation: a sign-in or a confirmation within the last ten minutes. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { giveBack, ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { bareCode, isSixDigits, takeRecoveryCode } from '#domain/secondFactor/codes.ts';
import { takeAppCode } from '#domain/secondFactor/enrolment.ts';
import { accountOf } from '../account.queries.ts';

const confirmedMs = 10 * 60_000;
const ownWays: ReadonlySet<string> = new Set(['password', 'azure', 'saml', 'partner']);

/** Refused for people who act for somebody else, and for displays. */
export function requireSelf({ actor }: Context): void {
  if (actor.actor_id !== actor.person_id || !ownWays.has(actor.auth_type)) fail('forbidden');
}

export async function requireConfirmed(ctx: Context): Promise<void> {
  requireSelf(ctx);
  const since = new Date(ctx.now().getTime() - confirmedMs);
  const [recent] = await ctx.identity.run(
    sql<{ id: string }>`select id from session where id = ${ctx.actor.session_id} and confirmed_at > ${since}`,
  );
  if (!recent) fail('confirm_identity');
}

/** Confirmation by the password, and a code of the app if there is one, limited like a sign-in. */
export async function confirmIdentity(ctx: Context, { password, code }: { password: string; code?: string | undefined }): Promise<void> {
  requireSelf(ctx);
  const { person_id, session_id } = ctx.actor;
  const counted = [ofId('step', session_id), ofId('code_device', person_id)] as const;
  await requireAttempt(ctx.identity, counted, ctx.now());
  const [[account], [factor]] = await ctx.identity.run(
    accountOf({ id: person_id }),
    query.selectFrom('second_factor').select('totp_secret').where('person_id', '=', person_id),
  );
  if (!(await ctx.passwords.verify(password, found(account).password_hash, person_id))) return failFields({ password: 'password_wrong' });
  if (factor?.totp_secret && !(await isCodeRight(ctx, factor.totp_secret, code ?? '')))
    return failFields({ code: code ? 'code_wrong' : 'required' });
  await ctx.identity.run(
    query.updateTable('session').set({ confirmed_at: ctx.now() }).where('id', '=', session_id),
    giveBack(counted.map(({ key }) => key)),
  );
}

async function isCodeRight(ctx: Context, totp_secret: string, given: string): Promise<boolean> {
  const code = given.replace(/\s/g, '');
  const { person_id } = ctx.actor;
  if (isSixDigits(code)) return takeAppCode(ctx, person_id, totp_secret, code);
  const [taken] = await ctx.identity.run(takeRecoveryCode(ctx.secrets, person_id, bareCode(code), ctx.now()));
  return taken !== undefined;
}
