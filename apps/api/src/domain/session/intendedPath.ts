/** The page after signing in: the first candidate that the person's role has. */
import { fillPath } from '@vitrine/contract/client.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { Screen } from '@vitrine/contract/screens.ts';
import { screens, screensOf } from '@vitrine/contract/screens.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';

const firstPage = '/';

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\$[a-z_]+/g, '[^/]+')}$`);

const paths = Object.values(screens).flatMap(({ path, object }: Screen) => (object === undefined ? [path] : [path, object]));

/** The screen of a path as the table of screens writes it, such as `/$id/reports/view`; null for a path that is none. */
export function screenPathOf(path: string): string | null {
  const [bare = ''] = path.split(/[?#]/);
  return paths.find((path) => patternOf(path).test(bare)) ?? null;
}

/** A screen that only some people of the role may see cannot be a start page, nor one that is hidden. */
const isOfRole = (role: Role, path: string, hidden: readonly string[]) => {
  const found = screenPathOf(path);
  return screensOf(role).some((name) => {
    const screen: Screen = screens[name];
    return screen.path === found && screen.roles.length > 0 && !(role === 'user' && screen.readerCapabilities) && !hidden.includes(name);
  });
};

export type HomePages = {
  /** The person's own page and those of their groups, in order of preference. */
  own: readonly string[];
  unit: Pick<TenantSettings, 'home_page' | 'start_report_id'>;
  /** Whether the person may see the unit's start report. */
  unitReportOpens: boolean;
  /** Screens that are hidden from the person. */
  hidden: readonly string[];
};

/** `start_report_id` names the report when the home page of the unit is the report view. */
function unitPage({ unit: { home_page, start_report_id }, unitReportOpens }: HomePages): string[] {
  if (home_page === '/' || screenPathOf(home_page) !== screens.report_view.path) return home_page === '/' ? [] : [home_page];
  return start_report_id && unitReportOpens ? [fillPath('/:id/reports/view', { id: start_report_id })] : [];
}

export const intendedPath = (role: Role, pages: HomePages): string =>
  [...pages.own, ...unitPage(pages)].find((path) => isOfRole(role, path, pages.hidden)) ?? firstPage;
