/** The tour of each role: what it points at. Screens that somebody does not have are left out. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useRole } from '#platform/session.ts';
import { useScreenTitle } from '../screenTitle.ts';
import { useViewer } from '../viewer.ts';

type Place = 'search' | 'account' | 'help';
const places: Record<Place, 'search_or_run' | 'account' | 'help'> = { search: 'search_or_run', account: 'account', help: 'help' };

const tours = {
  user: ['all_reports', 'search', 'catalogs', 'playlists', 'account', 'help'],
  admin: ['management_report', 'user', 'group_users', 'setting', 'audit', 'search', 'help'],
  partner: ['companies', 'management_report', 'partner_setting', 'maintenance', 'search', 'help'],
  operator: ['partners', 'powerbi', 'terms', 'audit', 'search', 'help'],
} as const satisfies Record<Role, readonly (ScreenName | Place)[]>;
type StepName = (typeof tours)[Role][number];

/** On a phone, what stands in the closed menu is shown by the button that opens it. */
const menuButton = '[data-tour="menu"]';

/** What a step points at, and whether that is the way to it only. */
export function seen(selector: string): { element: HTMLElement | null; inMenu: boolean } {
  const itself = first(selector);
  if (itself || selector === '') return { element: itself, inMenu: false };
  const menu = first(menuButton);
  return { element: menu, inMenu: menu !== null };
}

export type TourStep = { name: StepName; title: string; text: string; selector: string };

const isPlace = (name: StepName): name is Place => name in places;

/** The first that can be seen. */
const first = (selector: string): HTMLElement | null =>
  selector === ''
    ? null
    : ([...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0) ?? null);

export function useTourSteps(): TourStep[] {
  const { t } = useTranslation(['help', 'shell']);
  const title = useScreenTitle();
  const viewer = useViewer();
  const role = useRole();
  const names: readonly StepName[] = role ? tours[role] : [];
  return names
    .filter((name) => isPlace(name) || verdictOn(name, viewer) === 'open')
    .map((name) => ({
      name,
      title: isPlace(name) ? t(`shell:${places[name]}`) : title(name),
      text: t(`tour_${name}`),
      selector: isPlace(name) ? `[data-tour="${name}"]` : `nav a[href="${screens[name].path}"]`,
    }));
}
