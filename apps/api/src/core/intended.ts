/** Where somebody goes after signing in: the person's page before the unit's, and only pages of their role. */
import { fillPath } from '@vitrine/contract/client.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { screens, screensOf } from '@vitrine/contract/screens.ts';
import type { UnitSettings } from './unitSettings.ts';

const firstPage: Record<Role, string> = { a2m: '/partners', master: '/', admin: '/', user: '/' };

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\$[a-z_]+/g, '[^/]+')}$`);

/** The screen of a path as the table of screens writes it, such as `/$id/reports/view`; null for a path that is none. */
export function screenPathOf(path: string): string | null {
  const [bare = ''] = path.split(/[?#]/);
  return Object.values(screens).find((screen) => patternOf(screen.path).test(bare))?.path ?? null;
}

const isOfRole = (role: Role, path: string) => {
  const screen = screenPathOf(path);
  return screen !== null && screensOf(role).some((name) => screens[name].path === screen && screens[name].roles.length > 0);
};

/** `relatorio_id` names the report when the home page is the report view. */
export function intendedPath(role: Role, personal: string | null, settings: Pick<UnitSettings, 'home_page' | 'relatorio_id'>): string {
  const wanted = personal ?? (settings.home_page === '/' ? firstPage[role] : settings.home_page);
  const { relatorio_id } = settings;
  const path =
    screenPathOf(wanted) === screens.report_view.path && relatorio_id ? fillPath('/:id/reports/view', { id: relatorio_id }) : wanted;
  return isOfRole(role, path) ? path : firstPage[role];
}
