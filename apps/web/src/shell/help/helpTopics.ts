/** Screens that the help explains, and which of them an address belongs to. */
import type { Screen, ScreenName } from '@vitrine/contract/screens.ts';
import { faqScreens, screens } from '@vitrine/contract/screens.ts';
import type { TFunction } from 'i18next';
import type { Viewer } from '#platform/access.ts';
import { verdictOn } from '#platform/access.ts';

const explained = [
  'dashboard',
  'all_reports',
  'report_view',
  'catalogs',
  'playlists',
  'notifications',
  'help_desk',
  'companies',
  'partners',
  'management_report',
  'reports',
  'auto_actions',
  'analyze',
  'user',
  'group_users',
  'registrations',
  'privacy',
  'retention',
  'processing_records',
  'incidents',
  'powerbi',
  'terms',
  'azure_saml',
  'security',
  'audit',
  'maintenance',
  'operations',
  'setting',
  'account',
] as const satisfies readonly ScreenName[];
type Explained = (typeof explained)[number];

export type HelpTopic = { name: Explained; title: string; text: string };

/** Whether an address is one of a screen's: `$id` stands for any one part. */
function isAt(pathname: string, path: string): boolean {
  const [there, pattern] = [pathname.split('/'), path.split('/')];
  return pattern.length === there.length && pattern.every((part, index) => part.startsWith('$') || part === there[index]);
}

/** Screens that another one leads to. */
const ledToBy: readonly (readonly [ScreenName, ScreenName])[] = [
  ['report_group', 'all_reports'],
  ['report_view', 'all_reports'],
  ['report_external', 'all_reports'],
  ['playlist_view', 'playlists'],
  ['management_view', 'management_report'],
];

/** Which of these screens an address belongs to; pages of an object belong to the list that leads to them. */
function screenAt<Name extends ScreenName>(pathname: string, names: readonly Name[]): Name | null {
  // The page of an object lies below the path of its list, which may lie below that of another screen.
  const exact = names.find((name) => {
    const { path, object = path }: Screen = screens[name];
    return isAt(pathname, path) || isAt(pathname, object);
  });
  if (exact) return exact;
  const leading = ledToBy.find(([name]) => isAt(pathname, screens[name].path))?.[1];
  return (
    names.find((name) => name === leading) ??
    names.find((name) => screens[name].path !== '/' && pathname.startsWith(`${screens[name].path}/`)) ??
    null
  );
}

export const topicAt = (pathname: string): Explained | null => screenAt(pathname, explained);
/** The screen to whose questions an address belongs. */
export const faqScreenAt = (pathname: string): ScreenName | null => screenAt(pathname, faqScreens);

const ofOperator = (name: Explained, { role }: Viewer) =>
  name === 'dashboard' && role === 'operator' ? ('dashboard_operator' as const) : null;

/** The topics of somebody's screens, in the order in which they are met. The catalogue `help` must have been loaded. */
export const helpTopics = (viewer: Viewer, title: (name: ScreenName) => string, t: TFunction<['shell', 'help']>): HelpTopic[] =>
  explained
    .filter((name) => verdictOn(name, viewer) === 'open')
    .map((name) => ({
      name,
      title: name === 'report_view' ? t('help:report') : title(name),
      text: t(`help:topic_${ofOperator(name, viewer) ?? name}`),
    }));
