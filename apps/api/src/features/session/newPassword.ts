/** A new password by a link. Every session and known browser of the person ends with it. */
import type { PasswordRules } from '@vitrine/contract/features/session.ts';
import { mailSenderOf } from '../../core/accountMail.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { settingsNow } from '../../core/accessRules.ts';
import type { PublicContext } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { giveBack, ofNetwork, requireAttempt } from '../../core/guard.ts';
import { expiryDays, passwordProblems, strictestRules } from '../../core/passwordRules.ts';
import { effectiveSettings } from '../../core/unitSettings.ts';
import type { Account, Place } from './account.queries.ts';
import { accountOf, placesOf } from './account.queries.ts';
import type { PasswordPurpose } from './links.ts';
import { takeLink, usableLink } from './links.ts';
import { changedMail } from './passwordMails.ts';
import { auditLine } from '../../core/sessionAudit.ts';
import { rememberDevice } from './startSession.ts';

/** Old passwords that may not come back: the last one, or more where passwords expire. */
const remembered = { usually: 1, whereTheyExpire: 5 };

type Found = { account: Account; places: Place[]; purpose: PasswordPurpose; rules: PasswordRules };

/** The link's person. A wrong link counts as a guess. */
async function findByLink(ctx: PublicContext, token: string): Promise<Found> {
  const now = ctx.now();
  const network = ofNetwork('network', ctx.request.ip);
  await requireAttempt(ctx.identity, [network], now);
  const [link] = await ctx.identity.run(usableLink(token, now));
  if (!link) return fail('link_used');
  const [[account], places] = await ctx.identity.run(
    accountOf({ id: link.person_id }),
    placesOf({ id: link.person_id }, null),
    giveBack([network.key]),
  );
  return {
    account: found(account, 'link_used'),
    places,
    purpose: link.purpose,
    rules: rulesOf(found(account), places, now),
  };
}

/** The settings of everything that somebody belongs to: the strictest of each counts. */
export const settingsOf = (account: Account, places: readonly Place[], now: Date) =>
  account.staff_role === 'master'
    ? [effectiveSettings(null, account.partner_settings)]
    : places.flatMap((place) => [settingsNow(place, now), effectiveSettings(null, place.partner_settings)]);

/** What a new password of theirs has to be. */
export const rulesOf = (account: Account, places: readonly Place[], now: Date): PasswordRules =>
  strictestRules(settingsOf(account, places, now), { staff: account.staff_role !== null, second_factor: account.second_factor });

export async function newPasswordForm(ctx: PublicContext, { token }: { token: string }) {
  const { account, purpose, rules } = await findByLink(ctx, token);
  return { email: account.email, name: account.name, purpose, rules };
}

export async function newPassword(ctx: PublicContext, { token, password }: { token: string; password: string }): Promise<void> {
  const now = ctx.now();
  const { account, places } = await findByLink(ctx, token);
  if (account.auth_method !== 'password') fail('password_not_changeable');
  await checkNewPassword(ctx, account, places, password);

  const password_hash = await ctx.passwords.hash(password);
  await ctx.identity.withTenant(async (tx) => {
    const [taken] = await tx.run(takeLink(token, now));
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
      // Whoever holds the mailbox is let in on this browser even while others guess.
      rememberDevice(ctx, account.id, { id: null, trust: false }),
      auditLine({ action: 'password.change', person_id: account.id }),
    );
  });
  ctx.mail.sendLater(changedMail(account, await mailSenderOf(ctx)));
}

/** Refuses a password that breaks a rule of anything the person belongs to, or that was used before. */
export async function checkNewPassword(ctx: PublicContext, account: Account, places: readonly Place[], password: string): Promise<void> {
  const settings = settingsOf(account, places, ctx.now());
  const rules = rulesOf(account, places, ctx.now());
  const words = { email: account.email, name: account.name, units: places.map((place) => place.name) };
  const problems = await passwordProblems(password, rules, words);
  if (problems.length > 0) failFields({ password: problems }, { min: rules.min_character });
  await refuseReused(ctx, account, password, expiryDays(settings) === null ? remembered.usually : remembered.whereTheyExpire);
}

/** No row when the password of now is another one than the account was read with. */
export const storePassword = (account: Account, password_hash: string, now: Date): RawBuilder<{ id: string }> => sql<{ id: string }>`
  update person set password_hash = ${password_hash}, password_changed_at = ${now}, must_change_password = false, version = version + 1
  where id = ${account.id} and password_hash is not distinct from ${account.password_hash} returning id`;

/** The password of now counts as the last one. */
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
    if (hashed !== null && (await ctx.passwords.verify(password, hashed))) failFields({ password: 'password_reused' });
  }
}
