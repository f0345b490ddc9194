/** Setting a password by a link. All sessions and known browsers of the person end. */
import type { PasswordRules } from '@vitrine/contract/signIn/signIn.ts';
import { mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { settingsNow } from '#domain/access/accessRules.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { expiryDays, passwordProblems, strictestRules } from '#domain/session/passwordRules.ts';
import { effectiveSettings } from '#domain/settings/tenantSettings.ts';
import type { Account, MembershipChoice } from './account.queries.ts';
import { accountOf, choicesOf } from './account.queries.ts';
import type { PasswordPurpose } from './links.ts';
import { takeLink, usableLink } from './links.ts';
import { changedMail } from './passwordMails.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { rememberDevice } from './startSession.ts';

/** Old passwords that may not be reused: the last one, or more where passwords expire. */
const remembered = { usually: 1, whereTheyExpire: 5 };

type Found = { account: Account; choices: MembershipChoice[]; purpose: PasswordPurpose; rules: PasswordRules };

/** The person of the link. A wrong link counts as a guess. */
async function findByLink(ctx: PublicContext, token: string): Promise<Found> {
  const now = ctx.now();
  const counted = await requireAttemptFrom(ctx);
  const [link] = await ctx.identity.run(usableLink({ token, host: ctx.request.host.host, now }));
  if (!link) return fail('link_used');
  const [[account], choices] = await ctx.identity.run(
    accountOf({ id: link.person_id }),
    choicesOf({ id: link.person_id }, null),
    giveBack([counted.key]),
  );
  return {
    account: found(account, 'link_used'),
    choices,
    purpose: link.purpose,
    rules: rulesOf(found(account), choices, now),
  };
}

/** The password rules of all the person's units: the strictest of each counts. */
export const settingsOf = (account: Account, choices: readonly MembershipChoice[], now: Date) =>
  account.staff_role === 'partner'
    ? [effectiveSettings(null, account.partner_settings)]
    : choices.flatMap((choice) => [settingsNow(choice, now), effectiveSettings(null, choice.partner_settings)]);

/** The rules for a new password of this person. */
export const rulesOf = (account: Account, choices: readonly MembershipChoice[], now: Date): PasswordRules =>
  strictestRules(settingsOf(account, choices, now), { staff: account.staff_role !== null, second_factor: account.second_factor });

/** Whether a password of this person opens anything: that of a single sign-on, and one that no unit takes, does not. */
export const mayHavePassword = ({ auth_method, staff_role }: Account, choices: readonly MembershipChoice[]): boolean =>
  auth_method === 'password' && (staff_role !== null || choices.length === 0 || choices.some((choice) => !choice.passwords_off));

export async function newPasswordForm(ctx: PublicContext, { token }: { token: string }) {
  const { account, purpose, rules } = await findByLink(ctx, token);
  return { email: account.email, name: account.name, purpose, rules };
}

export async function newPassword(ctx: PublicContext, { token, password }: { token: string; password: string }): Promise<void> {
  const now = ctx.now();
  const { account, choices } = await findByLink(ctx, token);
  if (!mayHavePassword(account, choices)) fail('password_not_changeable');
  await checkNewPassword(ctx, account, choices, password);

  // Whoever has the mailed link is known.
  const password_hash = await ctx.passwords.hash(password, account.id);
  const mail = changedMail(account, await mailSenderOf(ctx));
  await ctx.identity.withTenant(async (tx) => {
    const [taken] = await tx.run(takeLink({ token, host: ctx.request.host.host, now }));
    if (!taken) fail('link_used');
    const isTheirs = { person_id: account.id };
    if (account.password_hash !== null) {
      await tx.run(query.insertInto('password_history').values({ ...isTheirs, changed_at: now, password_hash: account.password_hash }));
    }
    await tx.run(
      storePassword(account, password_hash, now),
      query.updateTable('one_time_token').set({ used_at: now }).where('person_id', '=', account.id).where('used_at', 'is', null),
      query
        .updateTable('session')
        .set({ ended_at: now, end_reason: 'password_change' })
        .where('person_id', '=', account.id)
        .where('ended_at', 'is', null),
      query.deleteFrom('device').where('person_id', '=', account.id),
      // The owner of the mailbox can sign in with this browser even while others guess.
      rememberDevice(ctx, account.id, { id: null, trust: false }),
      auditLine({ action: 'password.change', person_id: account.id }),
      queueMail(ctx, mail),
    );
  });
}

/** Refuses a password that breaks a rule of any of the person's units, or that was used before. */
export async function checkNewPassword(
  ctx: PublicContext,
  account: Account,
  choices: readonly MembershipChoice[],
  password: string,
): Promise<void> {
  const settings = settingsOf(account, choices, ctx.now());
  const rules = rulesOf(account, choices, ctx.now());
  const words = { email: account.email, name: account.name, units: choices.map((choice) => choice.name) };
  const problems = await passwordProblems(password, rules, words);
  if (problems.length > 0) failFields({ password: problems }, { min: rules.min_character });
  await refuseReused(ctx, account, password, expiryDays(settings) === null ? remembered.usually : remembered.whereTheyExpire);
}

/** No row if the password has changed since the account was read. */
export const storePassword = (account: Account, password_hash: string, now: Date): RawBuilder<{ id: string }> => sql<{ id: string }>`
  update person set password_hash = ${password_hash}, password_changed_at = ${now}, must_change_password = false, version = version + 1
  where id = ${account.id} and password_hash is not distinct from ${account.password_hash} returning id`;

/** The current password counts as the last one. */
async function refuseReused(ctx: PublicContext, account: Account, password: string, keep: number): Promise<void> {
  const history = await ctx.identity.run(
    query
      .selectFrom('password_history')
      .select('password_hash')
      .where('person_id', '=', account.id)
      .orderBy('changed_at', 'desc')
      .limit(keep - 1),
  );
  for (const hashed of [account.password_hash, ...history.map((row) => row.password_hash)]) {
    if (hashed !== null && (await ctx.passwords.verify(password, hashed, account.id))) failFields({ password: 'password_reused' });
  }
}
