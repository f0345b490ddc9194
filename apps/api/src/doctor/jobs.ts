/** Work in the background: whether anybody does it, and what failed for good since yesterday. */
import type { Finding } from './finding.ts';
import { asking } from './database.ts';
import { of } from './finding.ts';

const { well, weak, ill } = of('jobs');

type Waiting = { waiting: number; oldest_minutes: number };
type Failed = { job: string; count: number };

/** Of a database with its schema; `url` is the login of requests, which may become the role of the jobs. */
export async function checkJobs(url: string): Promise<Finding[]> {
  return asking(url, async (client) => {
    await client.query('set role portal_jobs');
    const { rows: due } = await client.query<Waiting>(
      `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(start_after)) / 60, 0)::int as oldest_minutes
       from jobs.job where state in ('created', 'retry') and start_after < now() - interval '10 minutes'`,
    );
    const { rows: failed } = await client.query<Failed>(
      `select coalesce(data ->> 'job', name) as job, count(*)::int as count
       from jobs.job where state = 'failed' and completed_on > now() - interval '1 day' group by 1 order by 2 desc, 1 limit 5`,
    );
    const { waiting, oldest_minutes } = due[0] ?? { waiting: 0, oldest_minutes: 0 };
    return [
      waiting === 0
        ? well('Nothing waits longer than it should.')
        : ill(
            `${waiting} jobs wait, one of them for ${oldest_minutes} minutes: start the portal, or look for "no jobs are worked here" in its log.`,
          ),
      ...(failed.length === 0
        ? [well('No job failed for good in the last day.')]
        : [
            weak(
              `Failed for good in the last day: ${failed.map(({ job, count }) => `${job} (${count})`).join(', ')}. The log says why, with the job's name.`,
            ),
          ]),
    ];
  });
}
