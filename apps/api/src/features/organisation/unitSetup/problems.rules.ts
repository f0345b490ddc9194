/** What stands against applying a document to a unit: told in words before anything is written. */
import type { SetupDocument, SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import { nameKey } from '@vitrine/contract/organisation/setupDocument.ts';
import type { SetupProblem } from '@vitrine/contract/organisation/unitSetup.ts';
import { customFieldLimits, typesWithOptions } from '@vitrine/contract/people/customFields.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { unreadableIn } from '#domain/branding/readable.ts';
import { changesPartnersKeys, settingsProblems } from '#domain/settings/settings.rules.ts';
import type { UnitSetup } from '#domain/organisation/setup/readSetup.ts';
import { brandAfter } from './brand.rules.ts';
import { pathOf, sectionsOf, stepsOf } from './setup.rules.ts';
import { settingsAfter } from './settingsAfter.ts';

/** Who applies: the role, and the sections that it has the rights for. */
export type Author = { role: Role; sections: readonly SetupSection[] };
type Case = { document: SetupDocument; unit: UnitSetup; sections: readonly SetupSection[]; author: Author; now: Date };

const keysOf = <Item>(items: readonly Item[], namesOf: (item: Item) => string[]): Set<string> =>
  new Set(items.map((item) => nameKey(...namesOf(item))));
const problem = (section: SetupSection, name: string, what: SetupProblem['problem'], about = ''): SetupProblem => ({
  section,
  name,
  problem: what,
  about,
});

/** Groups that are there, or will be once the document's are. */
function groupsIn({ document, unit, sections }: Case) {
  const added = sections.includes('user_groups') ? (document.user_groups ?? []) : [];
  const placed = sections.includes('report_groups') ? (document.report_groups ?? []) : [];
  const subgroups = [...unit.document.report_groups, ...placed].flatMap((group) => group.subgroups.map(({ name }) => [group.name, name]));
  return {
    user_groups: keysOf([...unit.document.user_groups, ...added], ({ name }) => [name]),
    subgroups: keysOf(subgroups, (names) => names),
  };
}

type Finding = (given: Case) => SetupProblem[];

const ofUserGroups =
  (section: 'access_hours' | 'terms'): Finding =>
  (given) => {
    const { user_groups } = groupsIn(given);
    return (given.document[section] ?? []).flatMap((each) =>
      each.user_groups
        .filter((group) => !user_groups.has(nameKey(group)))
        .map((group) => problem(section, 'title' in each ? each.title : each.name, 'user_group_missing', group)),
    );
  };

/** A report is registered where its data are: a document only says how one that is there is shown. */
const ofReports: Finding = (given) => {
  const there = keysOf(given.unit.rows.reports, ({ group, title }) => [group, title]);
  const { subgroups } = groupsIn(given);
  return (given.document.reports ?? []).flatMap(({ group, title, subgroup }) => {
    if (!there.has(nameKey(group, title))) return [problem('reports', pathOf(group, title), 'report_missing')];
    if (subgroup === null || subgroups.has(nameKey(group, subgroup))) return [];
    return [problem('reports', pathOf(group, title), 'subgroup_missing', pathOf(group, subgroup))];
  });
};

const ofSettings: Finding = ({ document: { settings = {} }, unit: { rows }, author, now }) => {
  const start = settings.start_report;
  const isThere = !start || keysOf(rows.reports, ({ group, title }) => [group, title]).has(nameKey(start.group, start.title));
  const { was, is } = settingsAfter(rows, settings, now);
  return [
    ...(isThere ? [] : [problem('settings', '', 'report_missing', pathOf(start.group, start.title))]),
    ...Object.keys(settingsProblems(is)).map((key) => problem('settings', '', 'value_refused', key.split('.')[0])),
    ...(changesPartnersKeys(author.role, was, is) ? [problem('settings', '', 'partners_setting')] : []),
  ];
};

const repeats = (options: readonly string[]) => new Set(options.map((option) => option.toLowerCase())).size < options.length;

const ofCustomFields: Finding = ({ document, unit }) => {
  const fields = document.custom_fields ?? [];
  const globals = unit.rows.custom_fields.filter(({ is_global }) => is_global);
  const partners = keysOf(globals, ({ name }) => [name]);
  const wanted = keysOf(fields, ({ name }) => [name]);
  const kept = unit.document.custom_fields.filter(({ name }) => !wanted.has(nameKey(name)));
  const types = new Map(unit.document.custom_fields.map(({ name, type }) => [nameKey(name), type]));
  const searchable = [...fields, ...kept, ...globals].filter((field) => field.searchable).length;
  return [
    ...fields.flatMap(({ name, type, options }): SetupProblem[] => {
      const found = (what: SetupProblem['problem']) => [problem('custom_fields', name, what)];
      if (partners.has(nameKey(name))) return found('partners_field');
      if ((types.get(nameKey(name)) ?? type) !== type) return found('type_differs');
      if (typesWithOptions.includes(type) && options.length === 0) return found('options_needed');
      if (!typesWithOptions.includes(type) && options.length > 0) return found('options_not_needed');
      return repeats(options) ? found('options_repeated') : [];
    }),
    ...(fields.length + kept.length > customFieldLimits.unit
      ? [problem('custom_fields', '', 'too_many_fields', String(customFieldLimits.unit))]
      : []),
    ...(searchable > customFieldLimits.searchable
      ? [problem('custom_fields', '', 'too_many_searchable', String(customFieldLimits.searchable))]
      : []),
  ];
};

const ofPlaylists: Finding = ({ document, unit }) => {
  const kinds = new Map(unit.rows.reports.map(({ group, title, kind, active }) => [nameKey(group, title), active ? kind : '']));
  return (document.playlists ?? []).flatMap(({ name, slides }) =>
    slides.flatMap(({ report: { group, title } }) => {
      const kind = kinds.get(nameKey(group, title));
      if (kind === 'report' || kind === 'paginated') return [];
      return [problem('playlists', name, kind === undefined ? 'report_missing' : 'report_no_slide', pathOf(group, title))];
    }),
  );
};

/** Colours that the document does not speak of were published by somebody else. */
const ofBrand: Finding = ({ document: { brand }, unit }) =>
  brand?.theme
    ? unreadableIn(brandAfter(unit.rows.look?.document, brand)).map(({ scheme, front, back }) =>
        problem('brand', front, scheme === 'light' ? 'unreadable' : 'unreadable_dark', back),
      )
    : [];

const none: Finding = () => [];
const findings: Record<SetupSection, Finding> = {
  user_groups: none,
  report_groups: none,
  reports: ofReports,
  settings: ofSettings,
  brand: ofBrand,
  custom_fields: ofCustomFields,
  access_hours: ofUserGroups('access_hours'),
  terms: ofUserGroups('terms'),
  faq: none,
  playlists: ofPlaylists,
};

/** All that stands against the sections that are wanted. What would change nothing needs no right. */
export function problemsOf(
  document: SetupDocument,
  unit: UnitSetup,
  wanted: readonly SetupSection[],
  author: Author,
  now: Date,
): SetupProblem[] {
  const sections = sectionsOf(document, wanted);
  return sections.flatMap((section) => {
    const changes = stepsOf(document, unit.document, section).some(({ kind }) => kind !== 'only_there');
    if (changes && !author.sections.includes(section)) return [problem(section, '', 'no_right')];
    return findings[section]({ document, unit, sections, author, now });
  });
}
