/** Row 2: what becomes of the list when there are more units, and when one unit is larger. Row-level security is on. */
import { type Gap, type Line, type Measurement, load } from '../bench.ts';
import { interleave, ratioOf, type Sample } from '../measure/rounds.ts';
import { reader, signIn, startPortal } from '../servers/portal.ts';
import { listJob, signInReaders } from './list.ts';

const connections = 8;
/** The unit of `wide` that is ten times the size of the others. */
const largeUnit = 11;

export const measureGrowth: Measurement = async (bench) => [...(await withUnits(bench)), ...(await withinOneUnit(bench))];

function both(row: string, what: string, target: number, ours: Sample[], theirs: Sample[]): Line[] {
  return [
    { row, what: `${what}: cost`, ratio: ratioOf(ours, theirs, 'cost'), target },
    { row, what: `${what}: p50`, ratio: ratioOf(ours, theirs, 'p50'), target },
  ];
}

const withUnits: Measurement = async (bench) => {
  const [few, many] = [await startPortal(await bench.data.load('p10k')), await startPortal(await bench.data.load('p100k'))];
  try {
    const sessionsOfFew = await signInReaders(few, [1, 2, 3, 4, 5, 6, 7, 8]);
    const sessionsOfMany = await signInReaders(many, [1, 13, 25, 37, 49, 61, 73, 85]);
    const samples = await interleave(
      {
        few: () => load(bench, few, listJob(sessionsOfFew, '?q=sales')),
        many: () => load(bench, many, listJob(sessionsOfMany, '?q=sales')),
      },
      bench,
    );
    return both('2a', '10× the units', 1.1, samples.many, samples.few);
  } finally {
    await Promise.all([few.stop(), many.stop()]);
  }
};

const withinOneUnit: Measurement = async (bench) => {
  const portal = await startPortal(await bench.data.load('wide'));
  try {
    const people = Array.from({ length: connections }, (_, index) => 2 + index * 11);
    const usual = await signInReaders(portal, [1, 2, 3, 4, 5, 6, 7, 8]);
    const large = await Promise.all(people.map((person) => signIn(portal, reader(largeUnit, person))));
    const samples = await interleave(
      {
        page: () => load(bench, portal, listJob(usual, '')),
        largePage: () => load(bench, portal, listJob(large, '')),
        search: () => load(bench, portal, listJob(usual, '?q=sales')),
        largeSearch: () => load(bench, portal, listJob(large, '?q=sales')),
        deepPage: () => load(bench, portal, listJob(large, '?page=95')),
      },
      bench,
    );
    const { page, largePage, search, largeSearch, deepPage } = samples;
    const noKeyset: Gap = {
      row: '2d',
      what: 'page 100 by keyset',
      missing: 'the list has page numbers, no keyset: the line above is page 95 by its number',
    };
    return [
      ...both('2b', '10× reports and grants in the unit, page 1', 1.2, largePage, page),
      ...both('2c', 'the same with a search', 3, largeSearch, search),
      ...both('2d', 'page 95 against page 1', 1.3, deepPage, largePage),
      noKeyset,
    ];
  } finally {
    await portal.stop();
  }
};
