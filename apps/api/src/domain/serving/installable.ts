/** What makes the portal of a host an application of its own on somebody's device: its manifest, and the page for when there is no network. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import { themeCss } from '@vitrine/contract/theme.ts';
import { translate } from '#platform/translate.ts';
import { escapeHtml } from '#platform/mail/escapeHtml.ts';

export const manifestPath = '/manifest.webmanifest';
export const offlinePath = '/offline';
/** The worker stays what it is until the browser looks for it again: it must never be an old one. */
export const workerPath = '/sw.js';
export const appIconPath = /^\/app-icon\/(192|512|maskable)\.png$/;

export type Installable = Pick<LoginConfiguration, 'title' | 'unit_name' | 'theme'>;

/** Below an icon there is room for about so many characters. */
const shortName = 12;

const icons = [
  { name: '192', sizes: '192x192', purpose: 'any' },
  { name: '512', sizes: '512x512', purpose: 'any' },
  { name: 'maskable', sizes: '512x512', purpose: 'maskable' },
];

/** Icons carry what they are drawn from in their address: a new brand is a new icon on devices that have the portal. */
export function manifestOf(locale: Locale, { title, unit_name, theme }: Installable, icon: string): string {
  const first = title.split(' ')[0] ?? title;
  return JSON.stringify({
    id: '/',
    name: title,
    short_name: title.length <= shortName ? title : first.slice(0, shortName),
    ...(unit_name && unit_name !== title ? { description: unit_name } : {}),
    lang: locale,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: theme.colours.background,
    theme_color: theme.colours.card,
    icons: icons.map(({ name, sizes, purpose }) => ({ src: `/app-icon/${name}.png?v=${icon}`, sizes, type: 'image/png', purpose })),
  });
}

const style =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--v-background);color:var(--v-font);' +
  'font:16px/1.5 system-ui,sans-serif}main{max-width:26rem;padding:24px;text-align:center}h1{margin:0 0 8px;font-size:22px}' +
  'p{margin:0 0 20px}button{min-height:44px;padding:0 20px;border:0;border-radius:8px;background:var(--v-button);' +
  'color:var(--v-button-font);font:inherit;font-weight:600;cursor:pointer}';

/** It needs nothing but its script, which is kept beside it. */
export function offlinePage(locale: Locale, { title, theme }: Installable): string {
  const say = (key: 'title' | 'text' | 'again' | 'by_itself') => escapeHtml(translate(locale, `offline:${key}`));
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${say('title')} – ${escapeHtml(title)}</title>
    <style>${themeCss(theme)}${style}</style>
  </head>
  <body>
    <main>
      <h1>${say('title')}</h1>
      <p>${say('text')}</p>
      <p>${say('by_itself')}</p>
      <button type="button" id="again">${say('again')}</button>
    </main>
    <script src="/offline.js"></script>
  </body>
</html>
`;
}
