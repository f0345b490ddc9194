/** The brand of the page as the theme of the reports on it, in the scheme that the page is drawn in. */
import { powerbiThemeOf } from '@vitrine/contract/powerbiTheme.ts';
import { darkColours } from '@vitrine/contract/theme.ts';
import type { models } from 'powerbi-client';
import { currentBranding, onBranding } from '#platform/branding.ts';

const scheme = 'mantineColorScheme';

export function reportTheme(): models.IReportTheme {
  const { name, colours, colours_dark } = currentBranding().theme;
  const isDark = document.documentElement.dataset[scheme] === 'dark';
  return { themeJson: powerbiThemeOf(name, isDark ? darkColours(colours, colours_dark) : colours) };
}

/** Calls back when another brand is published, or the page becomes light or dark; answers what ends it. */
export function onReportTheme(changed: () => void): () => void {
  const watched = new MutationObserver(changed);
  watched.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  const leave = onBranding(changed);
  return () => {
    watched.disconnect();
    leave();
  };
}
