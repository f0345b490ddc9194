/** The embed configuration for powerbi-client. Numbers are the enums of powerbi-models. */
import type { ShownReport as Opened } from '@vitrine/contract/reading/reportReading.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { IReportEmbedConfiguration, models } from 'powerbi-client';
import type { Layout } from './layout.ts';
import { isPhoneLayout } from './layout.ts';
import { reportTheme } from './reportTheme.ts';

const embedToken: models.TokenType.Embed = 1;
const readOnly: models.Permissions.Read = 0;
const viewing: models.ViewMode.View = 0;
const everything: models.Permissions.All = 7;
const editing: models.ViewMode.Edit = 1;

/** How a report starts: with a saved view, else at a page, in view or edit mode. */
export type Start = { state?: string | null; page?: string | null; edit?: boolean };

export const layoutTypes = { custom: 1, phone_portrait: 2, phone_landscape: 3 } as const;
const displayOptions = { fit_to_page: 0, fit_to_width: 1, actual_size: 2 } as const;
const backgrounds = { default: 0, transparent: 1 } as const;

/** Paginated reports have other settings and events. */
export const isPaginated = ({ embed }: Pick<Opened, 'embed'>): boolean => /\/rdlembed\?/i.test(embed.embed_url);

/** In its own colours a report stands on the portal's; texts of a theme read on the pages of the theme, so these are drawn. */
function layoutSettings(layout: Layout, { resolution, mobile_background, branded }: Opened['settings']): models.ISettings {
  const drawn = branded ? backgrounds.default : backgrounds.transparent;
  if (isPhoneLayout(layout)) {
    return { layoutType: layoutTypes[layout], background: mobile_background ? backgrounds.default : drawn };
  }
  const displayOption = displayOptions[layout === 'fit_width' ? 'fit_to_width' : resolution];
  return { layoutType: layoutTypes.custom, customLayout: { displayOption }, background: drawn };
}

/** Settings that do not depend on the report. */
export const localeSettings = (locale: Locale): models.ISettings => ({
  localeSettings: { language: locale.toLowerCase(), formatLocale: locale },
});

/** The whole configuration with the first token; later tokens are set without loading the report again. */
export function embedConfig(opened: Opened, layout: Layout, locale: Locale, { state, page, edit }: Start = {}): IReportEmbedConfiguration {
  const { embed, settings } = opened;
  const common = { type: 'report', id: embed.report_id, embedUrl: embed.embed_url, accessToken: embed.token, tokenType: embedToken };
  if (isPaginated(opened)) return { ...common, settings: localeSettings(locale) };
  return {
    ...common,
    permissions: edit ? everything : readOnly,
    viewMode: edit ? editing : viewing,
    filters: opened.filters,
    // Whoever edits sees what is stored.
    ...(settings.branded && !edit ? { theme: reportTheme() } : {}),
    ...(state ? { bookmark: { state } } : page ? { pageName: page } : {}),
    settings: {
      ...localeSettings(locale),
      ...layoutSettings(layout, settings),
      panes: {
        filters: { visible: settings.side_filter, expanded: false },
        // The portal's own list of pages replaces the report's.
        pageNavigation: { visible: settings.show_navigation_panel && !settings.show_menu_report },
      },
      bars: { statusBar: { visible: false } },
      visualSettings: { visualHeaders: [{ settings: { visible: settings.show_visual_headers } }] },
      // The portal shows errors itself, in the person's language.
      hideErrors: true,
    },
  };
}
