/** A node that is killed while it claims what is due and runs it: another does the rest, and each time runs once. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addTasks, comeDue, gates, notices, openJobsOfTasks, outcomes, readNoticesAtOnce, startNode } from '#test/harness/dueTasks.ts';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();
const perUnit = 200;

test('of two nodes, the one that claims what is due is killed: each task has run once at its time, and has told it once', async () => {
  const units: string[] = [];
  for (let n = 0; n < 4; n++) {
    const scene = await publishingScene(world);
    await addTasks(world, { ...scene, report: await scene.publish() }, 'notice', perUnit);
    units.push(scene.unit.id);
  }
  await world.owner.run(sql`delete from notification`);
  await readNoticesAtOnce(world);
  const { build, close, open, waiting } = gates(world);
  const [, second, third] = units.toSorted();
  await build('task_run', 61, sql`new.tenant_id = ${sql.lit(third)}::uuid`);
  await build('notification', 62, sql`new.tenant_id = ${sql.lit(second)}::uuid`);
  await close(61);
  await close(62);

  const first = await startNode(world);
  await comeDue(world);
  // It has claimed two units and is at the third one.
  await expect.poll(() => waiting(61)).toBe(1);
  // It is in the middle of telling of the second one.
  await expect.poll(() => waiting(62)).toBeGreaterThan(0);
  await startNode(world);
  await expect.poll(() => notices(world)).toBeGreaterThan(20);
  await first.kill();
  expect(await notices(world)).toBeLessThanOrEqual(2 * perUnit);
  await open(62);
  await open(61);

  await expect.poll(() => openJobsOfTasks(world)).toBe(0);
  expect(await outcomes(world)).toEqual([{ tasks: 4 * perUnit, runs: 1, times: 1, ended: 1, notices: 1, next: true }]);
  // The claim itself was taken over.
  expect(await world.owner.run(sql`select retry_count from jobs.job where data ->> 'job' = 'tasks.claim' and retry_count > 0`)).toEqual([
    { retry_count: 1 },
  ]);
});
