import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as exports from '@vitrine/contract/reading/reportExports.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { jobs } from '#jobs.ts';
import { startWorker } from './worker.ts';

const { world, service } = await openPublishingWorld();

/** A second node, as a process of its own. */
async function startNode() {
  const { url, services } = world;
  const node = fork(new URL('../../../test/harness/jobNode.ts', import.meta.url), [url, JSON.stringify(services.environment)], {
    silent: true,
  });
  let said = '';
  node.stdout?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  onTestFinished(async () => {
    node.kill('SIGKILL');
    if (node.exitCode === null && node.signalCode === null) await once(node, 'exit');
  });
  await once(node, 'message');
  return { node, said: () => said };
}

test('work of a process that was stopped is done by another, and the one that wakes up ends nothing and leaves no file', async () => {
  const { reader, publish, toAna } = await publishingScene(world);
  const report = await publish({ allow_export: true });
  await toAna(report);
  const { node, said } = await startNode();
  // The file is on its way to the node when it is stopped.
  service.faults.start({ name: 'latency', latency_ms: 5000, path: '/file', times: 1 });
  await reader.call(exports.add, { params: { id: report.id }, body: { format: 'PDF' } });
  await expect.poll(() => service.calls.some(({ path }) => path.endsWith('/file'))).toBe(true);
  node.kill('SIGSTOP');

  const stop = await startWorker({ ...world.services, reporting: world.services.reporting.ofJobs }, jobs, world.url);
  onTestFinished(stop);
  const first = async () => (await reader.call(exports.list, {})).data[0];
  await expect.poll(async () => (await first())?.state, { timeout: 60_000 }).toBe('done');
  const made = await first();

  node.kill('SIGCONT');
  // What it had begun ends in a write that is refused.
  await expect.poll(said, { timeout: 60_000 }).toContain('a job was taken over by another process');
  expect(await first()).toEqual(made);
  const [counted] = await world.owner.run<{ files: number; notices: number }>(sql`
    select (select count(*)::int from file where kind = 'report_export') as files,
      (select count(*)::int from notification where kind = 'export_ready') as notices`);
  expect(counted).toEqual({ files: 1, notices: 1 });
});
