/** Deletes a closed partner of which nothing is left. Its people cannot sign in any more; a job forgets who they were. */
import { sql } from 'kysely';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import { deletingPartner } from '#domain/organisation/formerPartner.ts';
import { asTyped } from '#domain/people/correctedInput.ts';
import { writeErasure } from '#domain/people/erasures.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { forgetFormerStaff } from './formerStaff.jobs.ts';
import { keptClients } from './partnerRows.ts';

export async function removePartner(ctx: Context, id: string, confirm: string): Promise<void> {
  const staff = await ctx.operator().run(sql<{ person_id: string }>`select person_id from staff where partner_id = ${id}`);
  const removal = { partner: id, people: staff.map(({ person_id }) => person_id) };
  await writeErasure(ctx, removal, () => remove(ctx, id, confirm));
}

function remove(ctx: Context, id: string, confirm: string): Promise<void> {
  return ctx.operator().withTenant(async (tx) => {
    // Whoever makes a unit or a client of the partner waits for this row, and then finds no partner.
    const [partner] = await tx.run(sql<{ name: string; state: string }>`select name, state from partner where id = ${id} for update`);
    const { name, state } = found(partner);
    if (state !== 'closed') fail('partner_not_closed');
    const [left] = await tx.run(sql<{ units: number; clients: number }>`
      select (select count(*)::int from tenant t where t.partner_id = ${id}) as units,
        (select count(*)::int from client c where c.partner_id = ${id} and ${keptClients}) as clients`);
    const { units, clients } = found(left);
    if (units + clients > 0) fail('partner_not_empty', { units, clients });
    if (asTyped(confirm) !== asTyped(name)) failFields({ confirm: 'name_differs' });
    const people = await tx.run(sql<{ person_id: string }>`select person_id from staff where partner_id = ${id}`);
    await tx.run(
      ...deletingPartner(id),
      addPlatformJob(forgetFormerStaff, { partner_id: id, people: people.map(({ person_id }) => person_id) }),
    );
  });
}
