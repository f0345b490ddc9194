/** Row 2: the cost of the list with more units, and with a larger unit. Row-level security is on. */
import { type Line, type Measurement, load } from '../bench.ts';
import { interleave, ratioOf, type Sample } from '../measure/rounds.ts';
import { ask, reader, type Session, signIn, startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';
import { listJob, signInReaders } from './list.ts';

const connections = 8;
/** The unit of `wide` that is ten times the size of the others. */
const largeUnit = 11;

/** A reader of the large unit has just under a hundred pages. */
const deepPage = 95;

/** The page by keyset paging: after the last report of the one before. */
async function deepJob(server: Server, sessions: readonly Session[]) {
  const job = listJob(sessions, `?page=${deepPage}&after={after}`);
  const connections = sessions.map(async (session) => {
    const { meta } = await ask<{ meta: { next: string | null } }>(server, session, 'GET', `/api/my_reports?page=${deepPage - 1}`);
    if (meta.next === null) throw new Error(`There is no page ${deepPage}`);
    return { variables: { ...session, after: meta.next } };
  });
  return { ...job, connections: await Promise.all(connections) };
}

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
    const deep = await deepJob(portal, large);
    const samples = await interleave(
      {
        page: () => load(bench, portal, listJob(usual, '')),
        largePage: () => load(bench, portal, listJob(large, '')),
        search: () => load(bench, portal, listJob(usual, '?q=sales')),
        largeSearch: () => load(bench, portal, listJob(large, '?q=sales')),
        deepPage: () => load(bench, portal, deep),
      },
      bench,
    );
    const { page, largePage, search, largeSearch } = samples;
    return [
      ...both('2b', '10× reports and grants in the unit, page 1', 1.2, largePage, page),
      ...both('2c', 'the same with a search', 3, largeSearch, search),
      ...both('2d', `page ${deepPage} by its place against page 1`, 1.3, samples.deepPage, largePage),
    ];
  } finally {
    await portal.stop();
  }
};
