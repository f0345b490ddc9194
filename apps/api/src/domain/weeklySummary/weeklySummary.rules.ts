/** What a summary of a week advises: one act, decided from its figures alone. The first that holds is what readers notice first. */

export type WeekNumbers = { views: number; people: number | null; minutes: number; failures: number };
type Named = { id: string; title: string };

export type UnitWeek = {
  now: WeekNumbers;
  before: WeekNumbers;
  /** Published in the week, with the first of them that nobody opened. */
  added: { count: number; titles: string[]; unopened: number; first_unopened: string | null };
  /** Published reports that nobody opened in the week; `never`: or ever. */
  unopened: { count: number; never: number; titles: string[] };
  /** Of the data that failed most often, a report that stands on them. */
  refresh: (Named & { count: number }) | null;
  /** The report that most often showed no page. */
  failing: (Named & { views: number; failures: number }) | null;
  /** Opened by nobody for ninety days. */
  unused: number;
};

export type UnitRow = { id: string; name: string; views: number; views_before: number; people: number | null; failures: number };
export type PartnerWeek = { now: WeekNumbers; before: WeekNumbers; units: UnitRow[]; unused: number };

/** `act` is a key of the catalogue `analyzeWeek`, with the values of its sentence; `link` leads to where it is done. */
export type Advice = { act: string; values: Record<string, string | number>; link: string | null };

const nothing: Advice = { act: 'none', values: {}, link: null };

/** Once is an accident. */
const refreshFailures = 2;
const enoughFailures = 3;
const enoughReaders = 5;
const enoughOpenings = 10;
/** Where half of it is left, something has happened. */
const isHalved = (now: number, before: number) => now * 2 <= before;
/** One in five, and not a single one. */
const isFailing = ({ views, failures }: { views: number; failures: number }) => failures >= enoughFailures && failures * 5 >= views;

export const usagePage = '/management/report?view=usage&period=7';
export const unitsPage = '/analyze?period=7';
const pageOf = (id: string, tab: string) => `/management/report/${id}?tab=${tab}`;

/** A week in which nothing was opened is told only after one in which something was. */
export const isTold = ({ now, before }: { now: WeekNumbers; before: WeekNumbers }): boolean => now.views > 0 || before.views > 0;

/** The act that a unit's summary advises. */
export function adviseUnit({ now, before, added, refresh, failing, unused }: UnitWeek): Advice {
  if (refresh !== null && refresh.count >= refreshFailures)
    return { act: 'refresh', values: { report: refresh.title, count: refresh.count }, link: pageOf(refresh.id, 'refresh') };
  if (failing !== null && isFailing(failing))
    return { act: 'failing', values: { report: failing.title, count: failing.failures }, link: `${pageOf(failing.id, 'use')}&period=7` };
  if (now.views === 0) return { act: 'stopped', values: {}, link: usagePage };
  if (now.people !== null && before.people !== null && before.people >= enoughReaders && isHalved(now.people, before.people))
    return { act: 'fewer', values: { now: now.people, before: before.people }, link: usagePage };
  if (added.first_unopened !== null)
    return { act: 'new_unopened', values: { count: added.unopened }, link: pageOf(added.first_unopened, 'access') };
  return unused > 0 ? { act: 'unused', values: { count: unused }, link: '/management/report?unused=1' } : nothing;
}

const most = (rows: UnitRow[], of: (row: UnitRow) => number): UnitRow | undefined => rows.toSorted((a, b) => of(b) - of(a))[0];
const lost = ({ views, views_before }: UnitRow) => views_before - views;
const analysisOf = ({ id }: UnitRow) => `${unitsPage}&unit=${id}`;

/** The act that a partner's summary advises; it names units and no report. */
export function advisePartner({ units, unused }: PartnerWeek): Advice {
  const failing = most(units.filter(isFailing), ({ failures }) => failures);
  if (failing) return { act: 'unit_failing', values: { unit: failing.name, count: failing.failures }, link: analysisOf(failing) };
  const known = units.filter(({ views_before }) => views_before >= enoughOpenings);
  const stopped = most(
    known.filter(({ views }) => views === 0),
    lost,
  );
  if (stopped) return { act: 'unit_stopped', values: { unit: stopped.name, before: stopped.views_before }, link: analysisOf(stopped) };
  const fewer = most(
    known.filter(({ views, views_before }) => isHalved(views, views_before)),
    lost,
  );
  if (fewer)
    return { act: 'unit_fewer', values: { unit: fewer.name, now: fewer.views, before: fewer.views_before }, link: analysisOf(fewer) };
  return unused > 0 ? { act: 'units_unused', values: { count: unused }, link: '/analyze?period=90' } : nothing;
}
