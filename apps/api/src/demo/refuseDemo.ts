import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { demoPeople } from './people.ts';

const people: readonly { id: string; email: string }[] = Object.values(demoPeople);

/** Refuses a database that holds people of the demo: everybody knows their password, and the operator among them has no second factor. */
export async function refuseDemo({ database }: Pick<Services, 'database'>): Promise<void> {
  const found = await database.run(
    { kind: 'identity', read_only: true },
    query
      .selectFrom('person')
      .select('email')
      .where((person) =>
        person.or([
          person(
            'id',
            'in',
            people.map(({ id }) => id),
          ),
          person(
            'email',
            'in',
            people.map(({ email }) => email),
          ),
        ]),
      )
      .orderBy('email'),
  );
  if (found.length === 0) return;
  throw new Error(
    `This database holds ${found.length} people of the demo (${found[0]?.email}, …), whose password is published. Production begins with an ` +
      'empty database: name another one with DATABASE_URL or, without it, another data directory with DATA_DIR.',
  );
}
