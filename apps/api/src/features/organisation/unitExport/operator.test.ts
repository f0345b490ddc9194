/** The operator takes everything of a unit before it erases it: the one place where it gets what is in a unit, and nobody else’s request. */
import * as contract from '@vitrine/contract/organisation/unitExport.ts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

// What the operator asks for here has the unit in it, on purpose.
const world = await openWorld({ onLeak: () => {} });
afterAll(world.close);

test('the operator gets the archive it asked for; the unit reads that it did, and a second operator has none', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const reader = await unit.person('user');
  const [person, second] = [await world.operator(), await world.operator()];
  const operator = await world.signIn(person);
  const of = { params: { id: unit.id } };
  await operator.call(contract.add, of);
  await world.runJobs();
  const response = await operator.inject({ method: 'POST', url: `/api/companies/${unit.id}/unit_export/file` });
  const files = Object.values(unzipSync(new Uint8Array(response.rawPayload))).map((bytes) => new TextDecoder().decode(bytes));
  expect(files.join()).toContain(reader.email);
  expect((await world.mailsTo(person.email)).at(-1)?.subject).toContain(unit.name);
  const other = await world.signIn(second);
  expect((await other.call(contract.get, of)).last).toBeNull();
  expect((await other.refusal(contract.file, of)).status).toBe(404);
  const log = await world.owner.run(sql<{ action: string }>`
    select action from audit_log where tenant_id = ${unit.id} and actor_id = ${person.id} order by id`);
  expect(log.map(({ action }) => action)).toEqual(['company.export', 'company.export_data']);
});
