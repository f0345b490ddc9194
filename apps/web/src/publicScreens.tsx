/** The public screens that are built. They are light: no UI kit, no router, no schemas. The sign-in page comes with the entry. */
import type { ScreenName } from '@vitrine/contract/screens.ts';
import type { ComponentType } from 'react';
import { lazy } from 'react';
import { loadNamespaces } from './core/i18n.ts';
import { Signin } from './features/session/signin.tsx';

export type PublicScreen = ComponentType<{ params: Record<string, string> }>;

const notices = () => import('./features/session/notices.tsx');

export const publicScreens: Partial<Record<ScreenName, PublicScreen>> = {
  signin: Signin,
  forgot: lazy(async () => ({ default: (await import('./features/session/forgot.tsx')).Forgot })),
  new_password: lazy(async () => ({ default: (await import('./features/session/newPassword.tsx')).NewPassword })),
  register: lazy(async () => {
    const [{ Register }] = await Promise.all([import('./features/session/register.tsx'), loadNamespaces('registration')]);
    return { default: Register };
  }),
  two_factor_setup: lazy(async () => {
    const [{ TwoFactorSetup }] = await Promise.all([import('./features/session/twoFactorSetup.tsx'), loadNamespaces('secondFactor')]);
    return { default: TwoFactorSetup };
  }),
  playlist_access: lazy(async () => ({ default: (await import('./features/playlists/screenAccess.tsx')).ScreenAccess })),
  domain_notfound: lazy(async () => ({ default: (await notices()).DomainNotFound })),
  ip_notallowed: lazy(async () => ({ default: (await notices()).IpNotAllowed })),
  popup_blocked: lazy(async () => ({ default: (await notices()).PopupBlocked })),
};

export const PublicNotFound: PublicScreen = lazy(async () => ({ default: (await notices()).PublicNotFound }));
