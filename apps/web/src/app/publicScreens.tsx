/** The public screens that are built. They are light: no UI kit, no router, no schemas. The sign-in page comes with the entry. */
import type { ScreenName } from '@vitrine/contract/screens.ts';
import type { ComponentType } from 'react';
import { Signin } from '#features/signIn/signIn/signIn.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { Waiting } from '#ui/waiting.tsx';

export type PublicScreen = ComponentType<{ params: Record<string, string> }>;

const page = { waiting: <Waiting />, page: true };

const notices = () => import('#features/signIn/signIn/notices.tsx');

export const publicScreens: Partial<Record<ScreenName, PublicScreen>> = {
  signin: Signin,
  forgot: onDemand(async () => (await import('#features/signIn/signIn/forgot.tsx')).Forgot, page),
  new_password: onDemand(async () => (await import('#features/signIn/signIn/newPassword.tsx')).NewPassword, page),
  register: onDemand(async () => (await import('#features/signIn/signIn/registration/register.tsx')).Register, {
    ...page,
    namespaces: ['registration'],
  }),
  two_factor_setup: onDemand(async () => (await import('#features/signIn/signIn/secondFactor/twoFactorSetup.tsx')).TwoFactorSetup, {
    ...page,
    namespaces: ['secondFactor'],
  }),
  playlist_access: onDemand(async () => (await import('#features/playlists/playlists/displayAccess.tsx')).ScreenAccess, page),
  change_company: onDemand(async () => (await import('#features/signIn/signIn/changeCompany.tsx')).ChangeCompany, page),
  domain_notfound: onDemand(async () => (await notices()).DomainNotFound, page),
  ip_notallowed: onDemand(async () => (await notices()).IpNotAllowed, page),
  ms_auth_redirect: onDemand(async () => (await import('#features/signIn/signIn/entra/entraReturn.tsx')).EntraReturn, {
    ...page,
    namespaces: ['entra'],
  }),
  redirect: onDemand(async () => (await import('#features/signIn/signIn/saml/samlReturn.tsx')).SamlReturn, {
    ...page,
    namespaces: ['saml'],
  }),
  popup_blocked: onDemand(async () => (await notices()).PopupBlocked, page),
};

export const PublicNotFound: PublicScreen = onDemand(async () => (await notices()).PublicNotFound, page);
