/** `g` and then a letter goes to a screen. */
import type { ScreenName } from '@vitrine/contract/screens.ts';

export const goKeys: Partial<Record<ScreenName, string>> = {
  dashboard: 'i',
  all_reports: 'r',
  catalogs: 'c',
  playlists: 'l',
  notifications: 'n',
  help_desk: 's',
  partners: 'p',
  client: 'c',
  companies: 'b',
  user: 'u',
  group_users: 'y',
  reports: 'g',
  management_report: 'm',
  auto_actions: 'a',
  analyze: 'x',
  powerbi: 'k',
  domain: 'd',
  whitelabels: 't',
  setting: 'o',
};
