/** The rows of a unit's set-up, with their ids: the order of each list is that of the document. */
import type { SetupDocument } from '@vitrine/contract/organisation/setupDocument.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { faqTopics } from '@vitrine/contract/support/faq.ts';
import { sql } from 'kysely';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import type { StoredSettings } from '#domain/settings/readTenantSettings.ts';
import { storedSettings } from '#domain/settings/readTenantSettings.ts';

type Section<Name extends keyof SetupDocument> = NonNullable<SetupDocument[Name]> extends (infer Item)[] ? Item : never;
type Row<Fields> = Fields & { id: string };

type UserGroupRow = Row<Omit<Section<'user_groups'>, 'home_page'> & { home_page: string | null }>;
type ReportGroupRow = Row<Omit<Section<'report_groups'>, 'subgroups'>>;
type SubgroupRow = Row<Section<'report_groups'>['subgroups'][number] & { group_id: string }>;
type ReportRow = Row<Section<'reports'> & { kind: string; active: boolean }>;
type FieldRow = Row<Section<'custom_fields'> & { is_global: boolean }>;
type Texts = Partial<Record<string, string>>;
type FaqRow = Row<Omit<Section<'faq'>, 'question' | 'answer'> & { question: Texts; answer: Texts }>;
type PlaylistRow = Row<Omit<Section<'playlists'>, 'slides'>>;
type SlideRow = Omit<Section<'playlists'>['slides'][number], 'report'> & { playlist_id: string; group: string; title: string };
/** The unit's own theme that it uses. One that its partner gave it is the partner's. */
export type LookRow = { theme_id: string; name: string; document: ThemeDocument };
type ShiftRow = Row<Section<'access_hours'>>;
type TermRow = Row<Section<'terms'> & { version: number }>;

const groupNames = (condition: ReturnType<typeof sql>) =>
  sql`array(select g.name from user_group g where ${condition} order by g.name_key)`;

const userGroups = sql<UserGroupRow>`
  select id, name, description, ends_on, home_page, refresh_datasets, create_notifications, is_default from user_group order by name_key`;
const reportGroups = sql<ReportGroupRow>`select id, name, description, icon from report_group order by position, search_text(name), id`;
const subgroups = sql<SubgroupRow>`select id, group_id, name, icon from report_subgroup order by position, search_text(name), id`;
const reports = sql<ReportRow>`
  select r.id, r.kind, r.active, g.name as group, s.name as subgroup, r.title, r.description, r.allow_edit, r.show_navigation_panel, r.side_filter,
    r.show_hidden_pages, r.show_in_app, r.mobile_background, r.show_visual_headers, r.resolution, r.orientation, r.allow_export,
    r.show_in_catalogue, r.catalogue_description
  from report r join report_group g on g.id = r.group_id left join report_subgroup s on s.id = r.subgroup_id
  order by g.name_key, r.title_key, r.id`;
const look = sql<LookRow>`
  select th.id as theme_id, th.name, th.published as document from theme th join tenant_setting s on s.theme_id = th.id where th.published is not null`;
const customFields = sql<FieldRow>`
  select id, name, options, required, searchable, in_registration, type, active, is_global from custom_field order by position, name_key`;
const shifts = sql<ShiftRow>`
  select s.id, s.name, s.ranges, s.holidays, s.active,
    ${groupNames(sql`g.id in (select b.user_group_id from shift_user_group b where b.shift_id = s.id)`)} as user_groups
  from shift s order by s.name_key`;
/** What was published last. A term that is only being written is no set-up, and one of groups that are all gone concerns nobody. */
const terms = sql<TermRow>`
  select t.id, t.version, v.title, v.text, t.place, t.repeat_months, t.active,
    array(select role from unnest(t.roles) as role order by role) as roles, ${groupNames(sql`g.id = any (t.group_ids)`)} as user_groups
  from term t
  join lateral (select title, text from term_version v where v.term_id = t.id order by v.number desc limit 1) v on true
  where t.group_ids = '{}' or exists (select from user_group g where g.id = any (t.group_ids))
  order by lower(v.title), t.id`;
const faq = sql<FaqRow>`
  select id, topic, screen, published, question, answer from faq order by array_position(${faqTopics}::text[], topic), position, id`;
const playlists = sql<PlaylistRow>`
  select id, name, repeat_count, update_seconds, navigate_pages, skip_seconds, reload_minutes from playlist where shared order by lower(name), id`;
const slides = sql<SlideRow>`
  select s.playlist_id, s.seconds, s.page, s.filters, g.name as group, r.title
  from playlist_slide s join playlist l on l.id = s.playlist_id and l.shared
  join report r on r.id = s.report_id join report_group g on g.id = r.group_id
  order by s.playlist_id, s.position, s.id`;

const unit = sql<{ name: string }>`select name from tenant`;

/** One round trip reads all of it. */
export const setupStatements = [
  userGroups,
  reportGroups,
  subgroups,
  reports,
  storedSettings,
  look,
  customFields,
  shifts,
  terms,
  faq,
  playlists,
  slides,
  unit,
  unitAdministrators,
] as const;

export type SetupRows = {
  user_groups: UserGroupRow[];
  report_groups: ReportGroupRow[];
  subgroups: SubgroupRow[];
  reports: ReportRow[];
  settings: StoredSettings;
  look: LookRow | null;
  custom_fields: FieldRow[];
  shifts: ShiftRow[];
  terms: TermRow[];
  faq: FaqRow[];
  playlists: PlaylistRow[];
  slides: SlideRow[];
  unit: { name: string };
  administrators: { person_id: string }[];
};
