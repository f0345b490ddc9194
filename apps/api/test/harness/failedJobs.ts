/** Jobs that failed for good, as the queue keeps them. */
import { sql } from 'kysely';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Owner } from './owner.ts';

/** A job of a unit that was tried six times; what it carries is a word that nobody may be shown. */
export async function failedJob(owner: Owner, { tenant_id, job, message }: { tenant_id: string; job: string; message: string }) {
  const id = uuidv7();
  const data = JSON.stringify({ job, tenant_id, payload: { word: 'conteudo-do-trabalho' } });
  await owner.run(sql`
    insert into jobs.job (id, name, data, state, start_after, completed_on, retry_count, output)
    values (${id}, 'mail', ${data}::jsonb, 'failed', now(), now(), 5, ${JSON.stringify({ message })}::jsonb)`);
  return {
    /** What the queue says of it; undefined once it is gone. */
    state: async () => (await owner.run(sql<{ state: string }>`select state from jobs.job where id = ${id}`))[0]?.state,
    remove: () => owner.run(sql`delete from jobs.job where id = ${id}`),
  };
}
