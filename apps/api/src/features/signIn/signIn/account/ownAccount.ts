/** The own account: password, second factor, passkeys, sessions and known browsers. */
import * as contract from '@vitrine/contract/signIn/account.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { askingFor, confirmApp, confirmEmail, mailCode, startApp } from '#domain/secondFactor/enrolment.ts';
import { askNewPasskey, confirmPasskey } from '#domain/secondFactor/passkeys.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { changePassword } from './changePassword.ts';
import { confirmIdentity, requireConfirmed, requireSelf } from './confirmIdentity.ts';
import { overview } from './ownAccountOverview.ts';
import { beginLinking, finishLinking, unlink } from './ownIdentities.ts';
import { add, personOf, remove, renewRecoveryCodes, requireGuess } from './ownFactors.ts';

const askingOf = (ctx: Context) => ({ identity: ctx.identity, host: ctx.request.host, now: ctx.now() });
const titleOf = async (ctx: Context) => (await readHostBranding(ctx, ctx.request.host)).title;
const bare = (code: string) => code.replace(/\s/g, '');

export function ownAccount(serve: Serve): void {
  serve(contract.overview, (ctx) => overview(ctx));
  serve(contract.confirmIdentity, (ctx, { body }) => confirmIdentity(ctx, body));
  serve(contract.changePassword, (ctx, { body }) => changePassword(ctx, body));

  serve(contract.appStart, async (ctx) => {
    await requireConfirmed(ctx);
    return startApp(ctx, await personOf(ctx), await titleOf(ctx));
  });
  serve(contract.appConfirm, async (ctx, { body }) => {
    await requireGuess(ctx);
    const person = await personOf(ctx);
    return add(ctx, 'app_on', () => confirmApp(ctx, person, bare(body.code)));
  });
  serve(contract.appRemove, (ctx) =>
    remove(
      ctx,
      'app_off',
      sql`update second_factor set totp_secret = null, totp_confirmed_at = null
        where person_id = ${ctx.actor.person_id} and totp_secret is not null returning person_id`,
    ),
  );

  serve(contract.emailStart, async (ctx) => {
    await requireConfirmed(ctx);
    return mailCode(ctx, await personOf(ctx), ctx.actor.session_id);
  });
  serve(contract.emailConfirm, async (ctx, { body }) => {
    await requireGuess(ctx);
    const { person_id, session_id } = ctx.actor;
    return add(ctx, 'email_on', () => confirmEmail(ctx, askingFor(person_id, session_id), bare(body.code)));
  });
  serve(contract.emailRemove, (ctx) =>
    remove(
      ctx,
      'email_off',
      sql`update second_factor set email_confirmed_at = null
        where person_id = ${ctx.actor.person_id} and email_confirmed_at is not null returning person_id`,
    ),
  );
  serve(contract.newRecoveryCodes, (ctx) => renewRecoveryCodes(ctx));

  serve(contract.passkeyStart, async (ctx) => {
    await requireConfirmed(ctx);
    return { ...(await askNewPasskey(askingOf(ctx), await personOf(ctx), await titleOf(ctx))) };
  });
  serve(contract.passkeyAdd, (ctx, { body }) =>
    add(ctx, 'passkey_on', () => confirmPasskey(askingOf(ctx), ctx.actor.person_id, body.name, body.response)),
  );
  serve(contract.passkeyRename, async (ctx, { params: { id }, body }) => {
    requireSelf(ctx);
    const { person_id } = ctx.actor;
    const [renamed] = await ctx.identity.run(
      query.updateTable('passkey').set(body).where('id', '=', id).where('person_id', '=', person_id).returning('id'),
    );
    found(renamed);
  });
  serve(contract.passkeyRemove, (ctx, { params: { id } }) =>
    remove(ctx, 'passkey_off', sql`delete from passkey where id = ${id} and person_id = ${ctx.actor.person_id} returning id`),
  );

  serve(contract.identityLink, (ctx, { params: { id } }) => beginLinking(ctx, id));
  serve(contract.identityLinked, (ctx, { body }) => finishLinking(ctx, body));
  serve(contract.identityUnlink, (ctx, { params: { id } }) => unlink(ctx, id));

  serve(contract.endSession, async (ctx, { params: { id } }) => {
    const [ended] = await endSessions(ctx, sql`id = ${id}`);
    found(ended);
  });
  serve(contract.endOtherSessions, async (ctx) => {
    await endSessions(ctx, sql`id <> ${ctx.actor.session_id}`);
  });
  serve(contract.forgetDevice, async (ctx, { params: { id } }) => {
    requireSelf(ctx);
    const [forgotten] = await ctx.identity.run(
      query.deleteFrom('device').where('id', '=', id).where('person_id', '=', ctx.actor.person_id).returning('id'),
    );
    found(forgotten);
  });
}

async function endSessions(ctx: Context, which: ReturnType<typeof sql>): Promise<{ id: string }[]> {
  requireSelf(ctx);
  const { person_id, tenant_id, partner_id, session_id } = ctx.actor;
  const [ended] = await ctx.identity.run(
    sql<{ id: string }>`
      update session set ended_at = ${ctx.now()}, end_reason = 'own_wish' where person_id = ${person_id} and ended_at is null and ${which} returning id`,
    auditLine({ action: 'session.end_own', person_id, tenant_id, partner_id, session_id }),
  );
  return ended;
}
