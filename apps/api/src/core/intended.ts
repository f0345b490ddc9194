/** Where somebody goes after signing in: the first page that is one of their role. */
import { fillPath } from '@vitrine/contract/client.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { Screen } from '@vitrine/contract/screens.ts';
import { screens, screensOf } from '@vitrine/contract/screens.ts';
import type { UnitSettings } from './unitSettings.ts';

const firstPage: Record<Role, string> = { a2m: '/partners', master: '/', admin: '/', user: '/' };

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\$[a-z_]+/g, '[^/]+')}$`);

/** The screen of a path as the table of screens writes it, such as `/$id/reports/view`; null for a path that is none. */
export function screenPathOf(path: string): string | null {
  const [bare = ''] = path.split(/[?#]/);
  return Object.values(screens).find((screen) => patternOf(screen.path).test(bare))?.path ?? null;
}

/** A screen that only some of the role may see is nobody's first page. */
const isOfRole = (role: Role, path: string) => {
  const found = screenPathOf(path);
  return screensOf(role).some((name) => {
    const screen: Screen = screens[name];
    return screen.path === found && screen.roles.length > 0 && !(role === 'user' && screen.readerCapability);
  });
};

export type HomePages = {
  /** The person's own page and those of their groups, the likeliest first. */
  own: readonly string[];
  unit: Pick<UnitSettings, 'home_page' | 'relatorio_id'>;
  /** Whether the person may see the report that the unit begins with. */
  unitReportOpens: boolean;
};

/** `relatorio_id` names the report when the home page of the unit is the report view. */
function unitPage({ unit: { home_page, relatorio_id }, unitReportOpens }: HomePages): string[] {
  if (home_page === '/' || screenPathOf(home_page) !== screens.report_view.path) return home_page === '/' ? [] : [home_page];
  return relatorio_id && unitReportOpens ? [fillPath('/:id/reports/view', { id: relatorio_id })] : [];
}

export const intendedPath = (role: Role, pages: HomePages): string =>
  [...pages.own, ...unitPage(pages)].find((path) => isOfRole(role, path)) ?? firstPage[role];
