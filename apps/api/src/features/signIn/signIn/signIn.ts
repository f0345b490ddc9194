/** Signing in and out, and who is signed in (docs/reference/specification.md 3, 4 and 7; docs/reference/product-rules.md 2). */
import * as contract from '@vitrine/contract/signIn/signIn.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readHostBranding, readBrandingOfBrowser } from '#domain/hosts/hostBranding.ts';
import { ownAccount } from './account/ownAccount.ts';
import { arriveFromOtherDomain } from './arriveFromOtherDomain.ts';
import { changeCompany } from './changeCompany.ts';
import { entra } from './entra/entra.ts';
import { forgotPassword } from './forgotPassword.ts';
import { eventLogout, logout } from './signOut.ts';
import { newPassword, newPasswordForm } from './newPassword.ts';
import { refreshToken } from './refreshToken.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { remoteAccess } from './remoteAccess/remoteAccess.ts';
import { saml } from './saml/saml.ts';
import { secondFactor } from './secondFactor/secondFactor.ts';
import { signInWithPassword } from './passwordSignIn.ts';
import { ssoOnly } from './ssoOnly/ssoOnly.ts';
import { timezonesAt } from './timezones.ts';

export function signIn(serve: Serve): void {
  serve(contract.login, (ctx, { body }) => signInWithPassword(ctx, body));

  secondFactor(serve);
  ownAccount(serve);
  entra(serve);
  ssoOnly(serve);
  saml(serve);
  remoteAccess(serve);

  serve(contract.loginConfig, async (ctx, { body }) => {
    if (body.host === undefined) return readBrandingOfBrowser(ctx, ctx.request.host, ctx.cookies.session);
    const host = (await ctx.hosts.find(body.host.toLowerCase())) ?? fail('domain_not_found');
    return readHostBranding(ctx, host, { host: host.host, now: ctx.now() });
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
  serve(contract.arriveFromOtherDomain, (ctx, { body }) => arriveFromOtherDomain(ctx, body));
  serve(contract.timezones, ({ now, request }) => timezonesAt(now(), request.locale));

  serve(contract.changeLanguage, async ({ identity, actor }, { body }) => {
    await identity.run(query.updateTable('person').set(body).where('id', '=', actor.person_id));
  });
}
