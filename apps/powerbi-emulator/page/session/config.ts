import type { ISettings } from 'powerbi-models';
import { isRecord } from '../protocol/messages.ts';

/** What the host asked for, read from the body of load, prepare or render. */
export type LoadConfig = {
  accessToken: string;
  id: string;
  groupId?: string;
  pageName?: string;
  filters?: unknown;
  slicers?: unknown;
  bookmark?: unknown;
  settings: ISettings;
  theme?: unknown;
  contrastMode: number;
  permissions: number;
  viewMode: number;
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Ids may stand in the address instead (`reportId`, `groupId`), and so may the theme-free basics of a phone. */
export function readConfig(body: unknown, address: URLSearchParams): LoadConfig {
  const config = isRecord(body) ? structuredClone(body) : {};
  const settings: ISettings = isRecord(config.settings) ? { ...config.settings } : {};
  if (address.get('isMobile') === 'true') settings.layoutType ??= 2;
  return {
    accessToken: text(config.accessToken) ?? '',
    id: text(config.id) ?? address.get('reportId') ?? '',
    groupId: text(config.groupId) ?? address.get('groupId') ?? undefined,
    pageName: text(config.pageName) ?? address.get('pageName') ?? undefined,
    filters: config.filters,
    slicers: config.slicers,
    bookmark: config.bookmark,
    settings,
    theme: config.theme,
    contrastMode: number(config.contrastMode),
    permissions: number(config.permissions),
    viewMode: number(config.viewMode),
  };
}

/** The theme file within `{ themeJson }`. */
export function themeJson(theme: unknown): unknown {
  return isRecord(theme) ? theme.themeJson : undefined;
}
