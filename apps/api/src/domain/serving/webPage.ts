/** The first page of a host: title, icon, colours and sign-in methods are written into it, so that the page does not flash. */
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { darkColours, themeCss } from '@vitrine/contract/theme.ts';

/** Placeholders in the built page. */
const placeholder = '<!--vitrine:head-->';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
/** JSON inside a script element: nothing in it may look like the end of the element. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/**
 * `look` is null for an unknown host, or when the database does not answer. `localReporting` is the one origin
 * that the page may embed reports from besides Microsoft's.
 */
export function renderPage(index: string, locale: Locale, look: LoginConfiguration | null, localReporting: string | null): string {
  const head = look
    ? [
        localReporting ? `<meta name="vitrine-local-reporting" content="${escape(localReporting)}" />` : '',
        `<title>${escape(look.title)}</title>`,
        // The bar of an installed portal, and of a phone's browser, is the header's.
        `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${look.theme.colours.card}" />`,
        `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${darkColours(look.theme.colours, look.theme.colours_dark).card}" />`,
        look.theme.favicon ? `<link rel="icon" href="${escape(look.theme.favicon)}" />` : '',
        `<style id="vitrine-theme">${themeCss(look.theme)}</style>`,
        `<script type="application/json" id="vitrine-login">${json(look)}</script>`,
      ].join('\n    ')
    : '<title>Vitrine</title>';
  // A function, because `$&` in a title would have a meaning in a replacement text.
  return index.replace('<html lang="pt-BR"', () => `<html lang="${locale}"`).replace(placeholder, () => head);
}
