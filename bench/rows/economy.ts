/** Row 9: how often the reporting service is called when 1,000 people open one report without data rule. */
import { type Measurement } from '../bench.ts';
import type { Job } from '../load/job.ts';
import { administrator, ask, openSessions, signIn, startPortal } from '../servers/portal.ts';
import { connectReports, startReporting } from '../servers/reporting.ts';
import type { Server } from '../servers/server.ts';

/** The unit of `tenfold` with 1,000 people, and some who ask at the same time. */
const unit = 2;
const atOnce = 50;

type Asked = { service: string; method: string; path: string };

const clear = (service: Server) => fetch(`${service.origin}/admin/requests`, { method: 'DELETE' });

async function asked(service: Server): Promise<Asked[]> {
  const answer = await fetch(`${service.origin}/admin/requests`);
  return ((await answer.json()) as { requests: Asked[] }).requests;
}

export const measureEconomy: Measurement = async (bench) => {
  const database = await bench.data.load('tenfold', { fresh: true });
  const reporting = await startReporting();
  const origins = { ENTRA_URL: reporting.origin, POWERBI_URL: reporting.origin, ARM_URL: reporting.origin };
  const portal = await startPortal(database, origins);
  try {
    const session = await signIn(portal, administrator(unit));
    await connectReports(portal, session, database.ownerUrl, unit);
    const sessions = await openSessions(database.ownerUrl, unit);
    // The first reports of the unit are everybody's.
    const { data } = await ask<{ data: { id: string; title: string }[] }>(
      portal,
      session,
      'GET',
      '/api/reports?sort=created_at&per_page=1',
    );
    const everybodys = await ask<{ data: { to: string }[] }>(portal, session, 'GET', `/api/reports/${data[0]?.id}/grants`);
    if (!everybodys.data.some(({ to }) => to === 'unit'))
      await ask(portal, session, 'POST', `/api/reports/${data[0]?.id}/grants`, { to: 'unit', to_id: null });
    await clear(reporting);
    const job = openings(sessions, data[0]?.id ?? '');
    const outcome = await bench.generator.run({ ...job, host: portal.host, port: portal.port, seconds: 0.001 });
    if (outcome.requests !== sessions.length) throw new Error(`The report was opened ${outcome.requests} times`);
    if (outcome.failures > 0) throw new Error(`${outcome.failures} openings were refused: ${outcome.firstFailure}`);
    const calls = await asked(reporting);
    const tokens = calls.filter(({ path }) => path.endsWith('/GenerateToken')).length;
    const note = `${outcome.requests} openings in ${outcome.seconds.toFixed(1)} s, ${calls.length} calls in all`;
    return [
      {
        row: '9',
        what: 'tokens asked for one report of one identity',
        ratio: { value: tokens, low: tokens, high: tokens },
        target: 1,
        note,
      },
    ];
  } finally {
    await portal.stop();
    await reporting.stop();
  }
};

/** Everybody opens the report once; each connection is so many people one after the other. */
function openings(
  sessions: readonly Record<'authorization' | 'cookie' | 'xsrf', string>[],
  report: string,
): Omit<Job, 'host' | 'port' | 'seconds'> {
  const each = Math.ceil(sessions.length / atOnce);
  const steps = Array.from({ length: each }, (_, index) => ({
    method: 'POST' as const,
    path: `/api/my_reports/${report}/open`,
    headers: {
      authorization: `{authorization_${word(index)}}`,
      cookie: `{cookie_${word(index)}}`,
      'x-xsrf-token': `{xsrf_${word(index)}}`,
    },
    expect: 200,
  }));
  const connections = Array.from({ length: atOnce }, (_, connection) => ({
    variables: Object.fromEntries(
      steps.flatMap((_step, index) => {
        const one = sessions[connection * each + index];
        if (!one) throw new Error(`${sessions.length} people cannot be divided among ${atOnce} connections`);
        return Object.entries(one).map(([name, value]) => [`${name}_${word(index)}`, value]);
      }),
    ),
  }));
  return { steps, connections };
}

/** Names of variables are letters. */
const word = (index: number): string => Array.from(String(index), (digit) => 'abcdefghij'[Number(digit)]).join('');
