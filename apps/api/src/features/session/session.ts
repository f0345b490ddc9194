/** Signing in and out, and who is signed in (specification sections 3, 4 and 7; product-decisions 2). */
import * as contract from '@vitrine/contract/features/session.ts';
import { query } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import type { Serve } from '../../core/serve.ts';
import { readLook, readLookOfBrowser } from '../../core/siteLook.ts';
import { ownAccount } from './ownAccount.ts';
import { changeCompany } from './changeCompany.ts';
import { forgotPassword } from './forgotPassword.ts';
import { eventLogout, logout } from './leaving.ts';
import { newPassword, newPasswordForm } from './newPassword.ts';
import { refreshToken } from './refreshToken.ts';
import { auditLine } from '../../core/sessionAudit.ts';
import { secondFactor } from './secondFactor.ts';
import { signIn } from './signIn.ts';
import { timezonesAt } from './timezones.ts';

export function session(serve: Serve): void {
  serve(contract.login, (ctx, { body }) => signIn(ctx, body));

  secondFactor(serve);
  ownAccount(serve);

  serve(contract.loginConfig, async (ctx, { body }) => {
    if (body.host === undefined) return readLookOfBrowser(ctx.identity, ctx.request.site, ctx.cookies.session);
    const site = (await ctx.sites.find(body.host.toLowerCase())) ?? fail('domain_not_found');
    return readLook(ctx.identity, site);
  });

  serve(contract.logout, (ctx) => logout(ctx));
  serve(contract.refreshToken, (ctx) => refreshToken(ctx));
  serve(contract.eventLogout, (ctx, { body }) => eventLogout(ctx, body));

  serve(contract.refreshLog, async ({ identity, actor }) => {
    const { person_id, tenant_id, partner_id, session_id } = actor;
    await identity.run(auditLine({ action: 'session.renewed', person_id, tenant_id, partner_id, session_id }));
  });

  serve(contract.forgotPassword, (ctx, { body }) => forgotPassword(ctx, body));
  serve(contract.newPasswordForm, (ctx, { body }) => newPasswordForm(ctx, body));
  serve(contract.newPassword, (ctx, { body }) => newPassword(ctx, body));
  serve(contract.changeCompany, (ctx, { body }) => changeCompany(ctx, body));
  serve(contract.timezones, ({ now }) => timezonesAt(now()));

  serve(contract.changeLanguage, async ({ identity, actor }, { body }) => {
    await identity.run(query.updateTable('person').set(body).where('id', '=', actor.person_id));
  });
}
