/**
 * Branding and sign-in methods of this host, or of the unit after signing in. The server writes them into the first
 * response; without that (on the development server) they are loaded.
 */
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import { failureOf } from './failure.ts';
import { call } from './http.ts';
import { loginConfig } from '#endpoints/signIn/signIn.ts';
import { locales } from './locale.ts';
import { moveTo } from './navigation.ts';
import { isSignedIn } from './session.ts';
import { createState, useStateValue } from './state.ts';
import { storage } from './storage.ts';

const productName = 'Vitrine';

const look = createState<LoginConfiguration | null>(null);

/** Always set: `startLook` runs before the first render. */
export function currentBranding(): LoginConfiguration {
  const known = look.get();
  if (!known) throw new Error('The look is asked for before it was loaded');
  return known;
}

export function useBranding(): LoginConfiguration {
  const known = useStateValue(look);
  return known ?? currentBranding();
}

export const onBranding = look.subscribe;

function embedded(): LoginConfiguration | null {
  const script = document.getElementById('vitrine-login');
  return script?.textContent ? (JSON.parse(script.textContent) as LoginConfiguration) : null;
}

/** Draws every page in a brand. */
export async function drawBranding(next: LoginConfiguration): Promise<void> {
  const { themeCss } = await import('@vitrine/contract/theme.ts');
  let style = document.getElementById('vitrine-theme');
  if (!style) {
    style = document.createElement('style');
    style.id = 'vitrine-theme';
    document.head.append(style);
  }
  style.textContent = themeCss(next.theme);
  if (next.theme.favicon) {
    let icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon) {
      icon = document.createElement('link');
      icon.rel = 'icon';
      document.head.append(icon);
    }
    icon.href = next.theme.favicon;
  }
  look.set(next);
}

/** Branding of an unknown host, or when the server does not answer. */
async function productLook(): Promise<LoginConfiguration> {
  const { defaultColours } = await import('@vitrine/contract/theme.ts');
  const theme = { name: productName, colours: defaultColours, logo: null, favicon: null, show_background_image: true };
  return {
    title: productName,
    unit_name: null,
    theme,
    picture: null,
    sentence: null,
    languages: locales,
    methods: ['password'],
    directories: [],
    sso_domains: [],
    register: false,
    terms: [],
    notices: [],
  };
}

export async function startBranding(): Promise<void> {
  const given = embedded();
  if (given) {
    look.set(given);
    return;
  }
  const asked = await call(loginConfig, { body: {} }).catch(async (error: unknown) => {
    if (failureOf(error).word === 'domain_not_found') moveTo('/domain/notfound', { replace: true });
    return productLook();
  });
  await drawBranding(asked);
  document.title = asked.title;
}

/** Loads it again, because it depends on the session, and renders changes. */
export async function refreshBranding(): Promise<void> {
  const asked = await call(loginConfig, { body: {} });
  if (isSignedIn()) storage.write('bi:theme', asked.theme);
  if (JSON.stringify(asked) !== JSON.stringify(look.get())) await drawBranding(asked);
}
