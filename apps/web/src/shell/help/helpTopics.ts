/** Screens that the help explains, and which of them an address belongs to. */
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
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
  'user',
  'group_users',
  'registrations',
  'privacy',
  'powerbi',
  'terms',
  'azure_saml',
  'security',
  'audit',
  'maintenance',
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

/** The explained screen at an address; pages of an object belong to the list that leads to them. */
export function topicAt(pathname: string): Explained | null {
  const exact = explained.find((name) => isAt(pathname, screens[name].path));
  if (exact) return exact;
  if (isAt(pathname, screens.report_group.path)) return 'all_reports';
  return explained.find((name) => screens[name].path !== '/' && pathname.startsWith(`${screens[name].path}/`)) ?? null;
}

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
