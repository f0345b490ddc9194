/** The operator has everything of a unit prepared before it erases it, for the partner: it gets nothing of it itself. */
import * as contract from '@vitrine/contract/organisation/unitExport.ts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('what the operator asked for goes to the partner, and the unit reads who asked and who took it', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const reader = await unit.person('user');
  const [person, taker, left] = [await world.operator(), await partner.person({ unit }), await partner.person({ unit })];
  await world.owner.run(sql`update staff set state = 'inactive' where person_id = ${left.id}`);
  const operator = await world.signIn(person);
  const of = { params: { id: unit.id } };
  expect(await operator.call(contract.add, of)).toMatchObject({ last: { state: 'waiting' }, can: { download: false } });
  await world.runJobs();
  expect((await operator.call(contract.get, of)).last?.state).toBe('done');
  expect((await operator.refusal(contract.link, of)).status).toBe(403);

  const staff = await world.signIn(taker);
  const { address } = await staff.call(contract.link, of);
  const response = await staff.inject({ method: 'GET', url: address });
  const files = Object.values(unzipSync(new Uint8Array(response.rawPayload))).map((bytes) => new TextDecoder().decode(bytes));
  expect(files.join()).toContain(reader.email);
  for (const one of [person, taker])
    expect((await world.mailsTo(one.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining(unit.name)]);
  expect(await world.mailsTo(left.email)).toEqual([]);
  const log = await world.owner.run(sql<{ action: string; actor_id: string }>`
    select action, actor_id from audit_log where tenant_id = ${unit.id} and action like 'company.export%' order by id`);
  expect(log).toEqual([
    { action: 'company.export', actor_id: person.id },
    { action: 'company.export_data', actor_id: taker.id },
  ]);
});

test('the database gives the operator no part of an archive', async () => {
  const read = world.services.database.run({ kind: 'operator' }, sql`select from unit_export_part`);
  await expect(read).rejects.toThrow(/permission denied/);
});
