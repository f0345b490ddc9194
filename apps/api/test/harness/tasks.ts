/** Tasks of a unit, on days of which a test knows the times. */
import type { TaskInput } from '@vitrine/contract/automation/task.ts';
import * as contract from '@vitrine/contract/automation/tasks.ts';
import { claimTasks } from '#features/automation/tasks/tasks.jobs.ts';
import { openPublishingWorld, publishingScene } from './publishing.ts';

export const daily = { frequency: 'daily' as const, times: ['08:00'] };

/** Ask with `scene`, and let the clock come to a moment with `at`. */
export async function openTasks() {
  const { world } = await openPublishingWorld();

  /** A unit whose administrator has a report without row-level security, on a day of which all tests know the times. */
  async function scene(at = '2031-03-03T10:00:00Z', options: Parameters<typeof publishingScene>[1] = {}) {
    world.setTime(new Date(at));
    const made = await publishingScene(world, options);
    const report = await made.publish();
    const input = (values: Partial<TaskInput> = {}) => ({
      name: 'Chuva demais',
      report_id: report.id,
      kind: 'alert' as const,
      query: 'EVALUATE ROW("total", 41)',
      operator: 'more' as const,
      value: '40',
      membership_ids: [made.ana.membership_id ?? ''],
      triggers: [daily],
      ...values,
    });
    return { ...made, report, input, add: (values: Partial<TaskInput> = {}) => made.admin.call(contract.add, { body: input(values) }) };
  }

  async function at(moment: string) {
    world.setTime(new Date(moment));
    return world.runJobs(claimTasks);
  }

  return { world, scene, at };
}
