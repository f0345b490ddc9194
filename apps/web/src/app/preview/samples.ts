/** What the pages of the preview are answered: a small unit that is nobody's, in the language of whoever looks. */
import type { PreviewPage, Previewed } from '@vitrine/contract/organisation/themePreview.ts';
import type { ReportCard } from '@vitrine/contract/reading/home.ts';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { LoadedConfiguration } from '@vitrine/contract/settings/settings.ts';
import { configurationDefaults, getConfig, remoteConfig } from '@vitrine/contract/settings/settings.ts';
import { home, overview } from '#endpoints/reading/home.ts';
import { menu, open } from '#endpoints/reading/reportReading.ts';
import { list as thumbnails } from '#endpoints/reading/thumbnails.ts';
import { mine as maintenance } from '#endpoints/reports/reportMaintenance.ts';
import { summary } from '#endpoints/notifications/notifications.ts';
import { beat, openSlide, show } from '#endpoints/playlists/playlists.ts';
import { i18n } from '#platform/i18n.ts';
import type { Sample } from './answering.ts';
import { sample } from './answering.ts';
import { sampleId } from './sampleId.ts';
import { samplePeople } from './samplePeople.ts';

const reportKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;
const [unit, playlist, slide] = [sampleId(1), sampleId(2), sampleId(3)];
const reportIds = reportKeys.map((_, index) => sampleId(20 + index));
const [firstReport = ''] = reportIds;

/** Where each page stands. */
export const samplePlaces: Record<PreviewPage, string> = {
  sign_in: '/signin',
  home: '/',
  list: '/user',
  report: `/${firstReport}/reports/view`,
  error: '/preview/nothing/here',
  wall: `/${playlist}/playlist/view`,
};

/** Who looks at it; null: nobody has signed in. */
export function visitorOf(page: PreviewPage): SignedIn | null {
  if (page === 'sign_in') return null;
  const role = page === 'list' ? 'admin' : 'user';
  const user = { id: sampleId(4), email: 'ana@example.com', name: 'Ana Ribeiro', partner_id: null, role, auth_type: 'password' } as const;
  return { user, token: 'preview', tenant_id: unit, intended: '/' };
}

const word = (key: `report_${(typeof reportKeys)[number]}` | 'group_first' | 'group_second'): string => i18n.t(`themePreview:${key}`);
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

function cards(): ReportCard[] {
  return reportKeys.map((key, index) => ({
    id: reportIds[index] ?? '',
    title: word(`report_${key}`),
    description: '',
    kind: 'report',
    group_id: sampleId(index < 3 ? 10 : 11),
    group_name: word(index < 3 ? 'group_first' : 'group_second'),
    cover: null,
    favourite: index < 2,
    certified: index === 0,
    blocked: null,
    updated: { at: hoursAgo(index + 1), failed: false },
  }));
}

const configuration = (name: string): LoadedConfiguration => ({
  ...configurationDefaults,
  show_menu_report: true,
  show_name_report: true,
  token_embedded: null,
  has_token_embedded: false,
  password: null,
  has_password: false,
  version: 1,
  hidden_menu: [],
  intended: '/',
  welcome_message: { message_ptbr: null, message_en: null, message_ptpt: null, message_es: null },
  welcome_due: null,
  profile_survey_due: false,
  tour_due: false,
  pending_terms: false,
  companies: [{ tenant_id: unit, name, current: true }],
  hours_close_at: null,
  ip_probation_until: null,
  remote_access: null,
  remote_concerns: false,
  partner_access_remote: { is_partner_with_admin_company: false, is_partner_admin: false, is_partner_user: false, partner_id: null },
});

function shownReport(title: string): OpenedReport {
  return {
    id: firstReport,
    kind: 'report',
    title,
    group_id: sampleId(10),
    group_name: word('group_first'),
    embed: {
      report_id: firstReport,
      embed_url: `${location.origin}/reportEmbed`,
      token: 'preview',
      token_id: sampleId(5),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
    filters: [],
    settings: {
      show_navigation_panel: true,
      side_filter: false,
      show_visual_headers: true,
      show_hidden_pages: false,
      mobile_background: false,
      resolution: 'fit_to_page',
      orientation: 'auto',
      show_name_report: true,
      show_menu_report: true,
      branded: false,
    },
    can: { edit: false, export: true, comment: false },
    favourite: true,
    trust: { certified: null, owner: null },
    maintenance: null,
    watermark: null,
    saved: { memory: null, filters: null },
    show_last_update: false,
    view_id: sampleId(6),
  };
}

function reading(): Sample[] {
  const all = cards();
  const short = all.map(({ id, title, favourite, cover }) => ({ id, title, favourite, cover }));
  return [
    sample(menu, [
      { id: sampleId(10), name: word('group_first'), icon: 'chart', subgroups: [], reports: short.slice(0, 3) },
      { id: sampleId(11), name: word('group_second'), icon: 'folder', subgroups: [], reports: short.slice(3) },
    ]),
    sample(home, {
      favourites: all.slice(0, 2),
      recents: all.slice(2, 4).map((card, index) => ({ ...card, opened_at: hoursAgo(index + 2) })),
      latest: all.slice(4).map((card) => ({ ...card, created_at: hoursAgo(30) })),
    }),
    sample(maintenance, { data: [] }),
    sample(overview, { readers: 12, views: 96, views_before: 80, seats: { used: 24, limit: 40 }, stale_reports: 0, waiting: [] }),
    sample(thumbnails, { data: [], coming: false }),
    sample(open, shownReport(word('report_first'))),
  ];
}

function wall(): Sample[] {
  const title = word('report_first');
  const { id, kind, embed, filters, settings } = shownReport(title);
  return [
    sample(show, {
      id: playlist,
      name: word('group_first'),
      shared: true,
      repeat_count: 0,
      update_seconds: 60,
      navigate_pages: false,
      skip_seconds: 20,
      reload_minutes: 60,
      version: 1,
      slides: [{ id: slide, report_id: firstReport, title, seconds: null, page: null }],
      slide_count: 1,
    }),
    sample(openSlide, { id, kind, title, embed, filters, settings, slide_id: slide, page: null }),
    sample(beat, { version: 1, screen_name: null }),
  ];
}

/** All that the page asks. The unit is called as it is, else as the title says. */
export function answersFor(page: PreviewPage, { unit_name, title }: Previewed['look']): Sample[] {
  const config = configuration(unit_name ?? title);
  return [
    sample(getConfig, config),
    sample(remoteConfig, config),
    sample(summary, { unread: 2, latest: [] }),
    ...reading(),
    ...(page === 'list' ? samplePeople() : []),
    ...(page === 'wall' ? wall() : []),
  ];
}
