/** A node that stands still for longer than its work is left to it: another does the work, and what the first one writes late is refused. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addTasks, comeDue, gates, notices, openJobsOfTasks, outcomes, readNoticesAtOnce, startNode } from '#test/harness/dueTasks.ts';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';

const { world, service } = await openPublishingWorld();
const perUnit = 200;
const questions = 2;
const all = 3 * perUnit + questions;

test('of two nodes, one is stopped in the middle and goes on later: each task has run once at its time, and has told it once', async () => {
  for (let n = 0; n < 4; n++) {
    const scene = await publishingScene(world);
    const made = { ...scene, report: await scene.publish() };
    await (n === 0 ? addTasks(world, made, 'alert', questions) : addTasks(world, made, 'notice', perUnit));
  }
  await world.owner.run(sql`delete from notification`);
  await readNoticesAtOnce(world);
  const { build, close, open } = gates(world);
  await build('notification', 62);
  await close(62);

  const first = await startNode(world);
  // Its questions are on their way when it is stopped, so it has something to write when it wakes up.
  service.faults.start({ name: 'latency', latency_ms: 12_000, path: '/executeQueries', times: questions });
  await comeDue(world);
  await expect.poll(() => service.calls.filter(({ path }) => path.endsWith('/executeQueries')).length).toBe(questions);
  await startNode(world);
  await open(62);
  await expect.poll(() => notices(world)).toBeGreaterThan(20);
  first.signal('SIGSTOP');
  expect(await notices(world)).toBeLessThan(all - questions);

  await expect.poll(() => openJobsOfTasks(world), { timeout: 90_000 }).toBe(0);
  const once = [{ tasks: all, runs: 1, times: 1, ended: 1, notices: 1, next: true }];
  expect(await outcomes(world)).toEqual(once);

  first.signal('SIGCONT');
  await expect.poll(() => first.said().split('a job was taken over by another process').length - 1).toBeGreaterThanOrEqual(questions);
  expect(await outcomes(world)).toEqual(once);

  // It is a node like the other again.
  await comeDue(world);
  await expect.poll(() => openJobsOfTasks(world)).toBe(0);
  expect(await outcomes(world)).toEqual([{ tasks: all, runs: 2, times: 2, ended: 2, notices: 2, next: true }]);
});
