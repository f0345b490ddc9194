import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTasks } from '#test/harness/tasks.ts';

const { world, scene, at } = await openTasks();

test('of tasks that tell at the same minute, one that cannot tell stops none of the others, and says so', async () => {
  const { add, unit } = await scene();
  const notice = { kind: 'notice' as const, query: '', operator: null, value: '', message: 'Confira.', membership_ids: [], to_self: true };
  const well = await add({ ...notice, name: 'Fechamento' });
  const ill = await add({ ...notice, name: 'Abertura' });
  await world.owner.write([
    sql`create function refuse_notice() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    sql`
      create trigger refuse_notice before insert on notification for each row
      when (new.kind = 'task_notice' and new.values ->> 'task' = 'Abertura') execute function refuse_notice()`,
  ]);
  const results = await at('2031-03-03T11:00:00Z');
  // Together, and three times one after the other.
  expect(results.filter(({ name }) => name === 'task.run_notices')).toHaveLength(4);
  const states = await world.owner.run(sql`
    select t.name, x.state, x.reason, x.told from task_run x join task t on t.id = x.task_id where t.id in (${well.id}, ${ill.id}) order by t.name`);
  expect(states).toEqual([
    { name: 'Abertura', state: 'failed', reason: 'unexpected', told: 0 },
    { name: 'Fechamento', state: 'done', reason: null, told: 1 },
  ]);
  const told = await world.owner.run(
    sql`select kind, "values" ->> 'task' as task from notification where tenant_id = ${unit.id} order by kind`,
  );
  expect(told).toEqual([
    { kind: 'task_failed', task: 'Abertura' },
    { kind: 'task_notice', task: 'Fechamento' },
  ]);
});
