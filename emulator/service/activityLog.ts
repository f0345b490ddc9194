import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const day = 24 * 3_600_000;
/** So long activities can be asked for. */
const keptMs = 28 * day;
const most = 20_000;

const activity = z.strictObject({
  id: z.string(),
  at_ms: z.number(),
  name: z.string(),
  /** Object id of the service principal. */
  user: z.string(),
  request_id: z.string(),
  workspace_id: z.string().optional(),
  report_id: z.string().optional(),
  dataset_id: z.string().optional(),
  dashboard_id: z.string().optional(),
});
export type Activity = z.infer<typeof activity>;

type Options = {
  now: () => number;
  /** Keeps the activities over a restart. */
  file: string | undefined;
  onFailure: (error: Error) => void;
};

const readAll = async (file: string): Promise<Activity[]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // A last line that a power failure cut off is dropped.
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => activity.parse(JSON.parse(line)));
};

/** What was done in the tenant, for the activity events of the admin API. */
export const createActivityLog = async ({ now, file, onFailure }: Options) => {
  const isKept = ({ at_ms }: Activity): boolean => at_ms + keptMs > now();
  let entries = file === undefined ? [] : (await readAll(file)).filter(isKept).slice(-most);
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  let writing = file === undefined ? Promise.resolve() : writeFile(file, lines, { mode: 0o600 });

  return {
    add: (entry: Omit<Activity, 'id' | 'at_ms'>): void => {
      const whole: Activity = { id: randomUUID(), at_ms: now(), ...entry };
      entries.push(whole);
      if (entries.length > 2 * most) entries = entries.slice(-most);
      if (file === undefined) return;
      writing = writing.then(() => appendFile(file, `${JSON.stringify(whole)}\n`, { mode: 0o600 })).catch(onFailure);
    },
    /** Oldest first. */
    list: (): Activity[] => entries.filter(isKept),
    settle: (): Promise<void> => writing,
  };
};
export type ActivityLog = Awaited<ReturnType<typeof createActivityLog>>;
