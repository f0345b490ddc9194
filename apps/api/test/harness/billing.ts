/** Clients, and a past for the ledger: who was in which unit when. */
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { query } from '#platform/database/query.ts';
import type { DB } from '#platform/database/schema.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Partner, Unit } from './population.ts';
import type { World } from './world.ts';

/** A client of the partner; its tax number is made up and fits no check digit. */
export async function newClient(
  { owner }: Pick<World, 'owner'>,
  partner: Partner,
  values: Partial<Insertable<DB['client']>> = {},
): Promise<string> {
  const id = uuidv7();
  const tax_id = BigInt(`0x${id.replaceAll('-', '').slice(-12)}`)
    .toString()
    .padStart(14, '0')
    .slice(-14);
  await owner.run(
    query.insertInto('client').values({
      id,
      partner_id: partner.id,
      kind: 'legal',
      // Markers stand in names of units and partners: who pays is no secret of theirs.
      name: `Cliente ${id.slice(-8)}`,
      tax_id,
      situation: 'active',
      price_cents: 2490,
      invoice_email: `bills@${id.slice(-8)}.example`,
      ...values,
    }),
  );
  return id;
}

/** The unit has been the client's, and so many people have been in it, since a day of the past. */
export async function since({ owner }: Pick<World, 'owner'>, unit: Unit, client_id: string, day: string, people = 0): Promise<string[]> {
  const ids = Array.from({ length: people }, () => uuidv7());
  await owner.run(sql`update tenant set client_id = ${client_id} where id = ${unit.id}`);
  if (people > 0)
    await owner.write([
      query.insertInto('person').values(ids.map((id) => ({ id, email: `${id}@example.com`, name: `Person ${unit.marker}` }))),
      query.insertInto('membership').values(ids.map((person_id) => ({ tenant_id: unit.id, id: uuidv7(), person_id, role: 'user' }))),
    ]);
  await owner.write([
    sql`update client_span set starts_at = ${day}::timestamp at time zone 'America/Sao_Paulo' where unit_id = ${unit.id} and ends_at = 'infinity'`,
    sql`update seat_span set starts_at = ${day}::timestamp at time zone 'America/Sao_Paulo' where unit_id = ${unit.id} and ends_at = 'infinity'`,
  ]);
  return ids;
}
