/** The operator looks after the installation: its servers, a job that really failed, and how much is written into the log. */
import { randomUUID } from 'node:crypto';
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Database } from '../harness/database.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

/** Work of a version of the portal that nobody has: a server takes it, and it fails for good. */
async function addBrokenJob({ rows }: Database, job: string): Promise<string> {
  const id = randomUUID();
  const data = JSON.stringify({ job, tenant_id: null, payload: {} });
  await rows(`insert into jobs.job (id, name, data, retry_limit) values ($1, 'quick', $2::jsonb, 0)`, [id, data]);
  return id;
}

test('a job that failed is tried again, fails again, and is discarded; the log is put to another level and back', async ({
  page,
  database,
}) => {
  const job = `journey.${randomUUID().slice(0, 8)}`;
  const id = await addBrokenJob(database, job);
  const tried = async () =>
    (await database.rows<{ state: string; on: Date | null }>(`select state, completed_on as on from jobs.job where id = $1`, [id]))[0];
  await expect.poll(async () => (await tried())?.state, { timeout: 30_000 }).toBe('failed');
  const before = (await tried())?.on?.getTime() ?? 0;

  await signIn(page, demoPeople.operador, { at: '/operations' });
  const failed = page.getByRole('row', { name: new RegExp(`^${job}`) });
  await expect(failed).toContainText('Plataforma');
  await page.getByRole('button', { name: `Tentar de novo: ${job}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tentar de novo' }).press('Enter');
  await expect(page.getByText('O trabalho voltou para a fila.')).toBeVisible();
  await expect
    .poll(async () => ((await tried())?.state === 'failed' ? ((await tried())?.on?.getTime() ?? 0) : 0), { timeout: 30_000 })
    .toBeGreaterThan(before);

  // The page asks anew by itself.
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: `Descartar: ${job}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByText('O trabalho foi descartado.')).toBeVisible();
  await expect(failed).toBeHidden();
  expect(await tried()).toBeUndefined();

  const servers = page.getByRole('region', { name: 'Servidores' }).getByRole('row');
  await expect(servers).toHaveCount(2);
  await page.getByRole('button', { name: 'Mudar o log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mudar' }).click();
  await expect(page.getByText(/^Log dos servidores: Detalhado, até .*, por Olívia Prado$/)).toBeVisible();
  // The server has heard of it, says so, and the page asks anew.
  await expect(servers.nth(1)).toContainText('Detalhado', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Voltar ao normal' }).click();
  await expect(servers.nth(1)).not.toContainText('Detalhado', { timeout: 30_000 });
  const acts = await database.rows<{ action: string }>(
    `select action from audit_log where object_id = $1 or action like 'log_level.%' order by id desc limit 4`,
    [id],
  );
  expect(acts.map(({ action }) => action)).toEqual(['log_level.end', 'log_level.change', 'job.discard', 'job.retry']);
});
