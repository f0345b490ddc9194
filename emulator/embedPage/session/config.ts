import type { ISettings } from 'powerbi-models';
import { isRecord } from '../../definitions/isRecord.ts';
import { deepMerge } from '../state/merge.ts';
import { displayOption as displayOptions, layoutType } from '../../visuals/view/settings.ts';

/** What the host asked for, read from the body of load, prepare or render. */
export type EmbedKind = 'report' | 'create' | 'dashboard' | 'tile';

export type LoadConfig = {
  accessToken: string;
  /** Whether the host says that its token is one for embedding; nothing said means that a person has signed in. */
  isEmbedToken: boolean;
  kind: EmbedKind;
  /** The report, the dashboard, or the dataset of a new report. */
  id: string;
  tileId?: string;
  groupId?: string;
  /** The dataset that a report reads instead of its own. */
  datasetId?: string;
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

/** TokenType.Embed of powerbi-models. */
export const embedTokenType = 1;
/** Permissions.All and ViewMode.Edit of powerbi-models. */
const [allPermissions, editMode] = [7, 1];

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** How a dashboard lies in its frame: PageView of powerbi-models. */
function dashboardSettings(pageView: unknown): ISettings {
  const plain: ISettings = { panes: { filters: { visible: false }, pageNavigation: { visible: false } } };
  if (pageView === 'oneColumn') return { ...plain, layoutType: layoutType.mobilePortrait };
  const displayOption = pageView === 'actualSize' ? displayOptions.actualSize : displayOptions.fitToWidth;
  return { ...plain, layoutType: layoutType.custom, customLayout: { displayOption } };
}

/** A tile fills its frame. */
function tileSettings(): ISettings {
  const size = { width: Math.max(80, window.innerWidth), height: Math.max(60, window.innerHeight) };
  return {
    panes: { filters: { visible: false }, pageNavigation: { visible: false } },
    layoutType: layoutType.custom,
    customLayout: {
      pageSize: { type: 4, ...size },
      displayOption: displayOptions.fitToPage,
      pagesLayout: { dashboard: { defaultLayout: { x: 0, y: 0, ...size }, visualsLayout: {} } },
    },
  };
}

function idsOf(kind: EmbedKind, config: Record<string, unknown>, address: URLSearchParams): Pick<LoadConfig, 'id' | 'tileId'> {
  const own = text(config.id);
  if (kind === 'create') return { id: text(config.datasetId) ?? address.get('datasetId') ?? '' };
  if (kind === 'report') return { id: own ?? address.get('reportId') ?? '' };
  const dashboard = text(config.dashboardId) ?? address.get('dashboardId') ?? '';
  if (kind === 'dashboard') return { id: own ?? dashboard };
  return { id: dashboard, tileId: own ?? address.get('tileId') ?? '' };
}

const kindOf = (type: unknown): EmbedKind => (type === 'create' || type === 'dashboard' || type === 'tile' ? type : 'report');

/** Ids may stand in the address instead (`reportId`, `groupId`), and so may the theme-free basics of a phone. */
export function readConfig(body: unknown, address: URLSearchParams, wanted?: EmbedKind): LoadConfig {
  const config = isRecord(body) ? structuredClone(body) : {};
  const kind = wanted ?? kindOf(config.type);
  const asked: ISettings = isRecord(config.settings) ? { ...config.settings } : {};
  const isReport = kind === 'report' || kind === 'create';
  const settings = isReport ? asked : deepMerge(kind === 'tile' ? tileSettings() : dashboardSettings(config.pageView), asked);
  if (address.get('isMobile') === 'true') settings.layoutType ??= 2;
  return {
    accessToken: text(config.accessToken) ?? '',
    isEmbedToken: config.tokenType === embedTokenType,
    kind,
    ...idsOf(kind, config, address),
    datasetId: isRecord(config.datasetBinding) ? text(config.datasetBinding.datasetId) : undefined,
    groupId: text(config.groupId) ?? address.get('groupId') ?? undefined,
    pageName: text(config.pageName) ?? address.get('pageName') ?? undefined,
    filters: config.filters,
    slicers: config.slicers,
    bookmark: config.bookmark,
    settings,
    theme: config.theme,
    contrastMode: number(config.contrastMode),
    // Who makes a report edits it; the client sends neither (docs/reference/powerbi.md B9).
    permissions: kind === 'create' ? allPermissions : number(config.permissions),
    viewMode: kind === 'create' ? editMode : number(config.viewMode),
  };
}

/** The theme file within `{ themeJson }`. */
export function themeJson(theme: unknown): unknown {
  return isRecord(theme) ? theme.themeJson : undefined;
}
