/** Set-ups taken apart into things with names, and what two of them do not have in common. */
import { isDeepStrictEqual } from 'node:util';
import type { ReportName, SetupDocument, SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import { nameKey, setupSections } from '@vitrine/contract/organisation/setupDocument.ts';
import type { SetupChange } from '@vitrine/contract/organisation/unitSetup.ts';

/** Fields by their names; one that is undefined is not spoken of. */
type Fields = Record<string, unknown>;
/** A thing of a section: what it is found by, and what it is called. */
type Item = { key: string; name: string; fields: Fields };

/** How a subgroup and a report are called outside of their group. */
export const pathOf = (...names: string[]): string => names.join(' › ');

const item = (names: string[], fields: Fields): Item => ({ key: nameKey(...names), name: pathOf(...names), fields });
const one = (fields: object | undefined): Item[] => (fields ? [{ key: '', name: '', fields: { ...fields } }] : []);

/** The first of a name, the second, …: for things whose names are not their own. */
function inTurn(items: readonly Item[]): Item[] {
  const seen = new Map<string, number>();
  return items.map((each) => {
    const turn = (seen.get(each.key) ?? 0) + 1;
    seen.set(each.key, turn);
    return { ...each, key: nameKey(each.key, String(turn)) };
  });
}

const groupsAndSubgroups = (groups: SetupDocument['report_groups'] = []): Item[] =>
  groups.flatMap(({ subgroups, ...group }) => [
    item([group.name], group),
    ...subgroups.map((subgroup) => item([group.name, subgroup.name], subgroup)),
  ]);

const itemsBySection: Record<SetupSection, (document: SetupDocument) => Item[]> = {
  user_groups: ({ user_groups = [] }) => user_groups.map((each) => item([each.name], each)),
  report_groups: ({ report_groups }) => groupsAndSubgroups(report_groups),
  reports: ({ reports = [] }) => reports.map(({ group, ...each }) => item([group, each.title], each)),
  settings: ({ settings }) => one(settings),
  brand: ({ brand }) => one(brand),
  custom_fields: ({ custom_fields = [] }) => custom_fields.map((each) => item([each.name], each)),
  access_hours: ({ access_hours = [] }) => access_hours.map((each) => item([each.name], each)),
  terms: ({ terms = [] }) => inTurn(terms.map((each) => item([each.title], each))),
  faq: ({ faq = [] }) => inTurn(faq.map((each) => item([each.question['pt-BR']], each))),
  playlists: ({ playlists = [] }) => inTurn(playlists.map((each) => item([each.name], each))),
};

/** What stands in a section, each under a key that is its own. */
export const itemsOf = (document: SetupDocument, section: SetupSection): Item[] => itemsBySection[section](document);

/** Of the sections that are wanted, those that the document speaks of; none wanted: all of them. */
export const sectionsOf = (document: SetupDocument, wanted: readonly SetupSection[]): SetupSection[] =>
  setupSections.filter((section) => document[section] !== undefined && (wanted.length === 0 || wanted.includes(section)));

const isReportName = (value: unknown): value is ReportName =>
  typeof value === 'object' && value !== null && 'group' in value && 'title' in value;
const namesIn = (value: unknown): unknown => {
  if (isReportName(value)) return nameKey(value.group, value.title);
  return typeof value === 'string' ? nameKey(value) : value;
};

/** References are compared as names are: without capitals, and those to several groups or roles in any order. */
function compared(field: string, value: unknown): unknown {
  if (field === 'subgroup' || field === 'start_report' || field === 'report') return namesIn(value);
  if (!Array.isArray(value)) return value;
  if (field === 'user_groups' || field === 'roles')
    return value
      .map(namesIn)
      .map(String)
      .toSorted((one, other) => one.localeCompare(other));
  return field === 'slides' ? value.map((slide: Fields) => ({ ...slide, report: namesIn(slide['report']) })) : value;
}
const isEqual = (field: string, one: unknown, other: unknown) => isDeepStrictEqual(compared(field, one), compared(field, other));

/** The fields that the document speaks of and that are not as the unit has them. */
function differing(wanted: Fields, there: Fields): { before: Fields; after: Fields } | null {
  const keys = Object.keys(wanted).filter((key) => wanted[key] !== undefined && !isEqual(key, wanted[key], there[key]));
  const only = (of: Fields) => Object.fromEntries(keys.map((key) => [key, of[key] ?? null]));
  return keys.length === 0 ? null : { before: only(there), after: only(wanted) };
}

/** A change of the thing with this key. */
type Step = SetupChange & { key: string };

/** What the document would make of the unit in one section: added and changed things in the document's order, then what is only there. */
export function stepsOf(document: SetupDocument, unit: SetupDocument, section: SetupSection): Step[] {
  const [wanted, there] = [itemsOf(document, section), new Map(itemsOf(unit, section).map((each) => [each.key, each]))];
  const steps = wanted.flatMap(({ key, name, fields }): Step[] => {
    const known = there.get(key);
    there.delete(key);
    if (!known) return [{ section, kind: 'added', key, name, before: null, after: fields }];
    const difference = differing(fields, known.fields);
    return difference ? [{ section, kind: 'changed', key, name, ...difference }] : [];
  });
  return [
    ...steps,
    ...Array.from(there.values(), ({ key, name, fields }): Step => ({
      section,
      kind: 'only_there',
      key,
      name,
      before: fields,
      after: null,
    })),
  ];
}

/** The document without the sections that are not wanted. */
export function onlySections(document: SetupDocument, wanted: readonly SetupSection[]): SetupDocument {
  const sections = new Set<string>(sectionsOf(document, wanted));
  return { ...document, ...Object.fromEntries(setupSections.flatMap((section) => (sections.has(section) ? [] : [[section, undefined]]))) };
}

/** All sections of the document that are wanted, as people are shown it. */
export const differenceOf = (document: SetupDocument, unit: SetupDocument, wanted: readonly SetupSection[]): SetupChange[] =>
  sectionsOf(document, wanted).flatMap((section) =>
    stepsOf(document, unit, section).map(({ kind, name, before, after }) => ({ section, kind, name, before, after })),
  );
