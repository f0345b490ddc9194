/** People of a unit as a directory provisions them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { enterpriseUrn, openDirectory, patchOp } from './scim.ts';
import type { World } from './world.ts';

export const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** As Entra creates somebody. */
export const newUser = (word: string, more: object = {}) => ({
  schemas: [coreUser, enterpriseUrn],
  externalId: `ext-${word}`,
  userName: `${word}@Example.COM`,
  active: true,
  displayName: `Pessoa ${word}`,
  name: { givenName: 'Pessoa', familyName: word, formatted: `Pessoa ${word}` },
  emails: [{ primary: true, type: 'work', value: `${word}@example.com` }],
  roles: [],
  meta: { resourceType: 'User' },
  [enterpriseUrn]: { department: 'Vendas', employeeNumber: '17' },
  ...more,
});

/** A word that nobody else has in their names. */
export const fresh = () => `p${randomUUID().slice(0, 13).replaceAll('-', '')}`;

export function provisionedIn(world: World) {
  /** A unit with an administrator, and a directory in front of it. */
  async function scene(values: Parameters<typeof openDirectory>[2] = {}) {
    const unit = await world.unit();
    await unit.person('admin');
    return { unit, directory: await openDirectory(world, unit, values) };
  }

  return {
    scene,

    /** The same with somebody whom the directory has created. */
    existing: async (more: object = {}) => {
      const { unit, directory } = await scene();
      const word = fresh();
      const { body } = await directory.send('POST', '/Users', newUser(word, more));
      const patch = (operations: unknown[]) => directory.send('PATCH', `/Users/${body.id}`, { schemas: [patchOp], Operations: operations });
      return { unit, directory, word, id: body.id, patch };
    },

    memberOf: async (id: string) =>
      (
        await world.owner.run(sql<{
          state: string;
          role: string;
          department: string | null;
          name: string;
          email: string;
          language: string;
        }>`
          select m.state, m.role, m.department, p.name, p.email, p.language from membership m join person p on p.id = m.person_id where m.id = ${id}`)
      )[0],

    logOf: (tenant_id: string) =>
      world.owner.run(sql<{ asked: string; outcome: string; reason: string | null; name: string; rehearsal: boolean; changes: unknown[] }>`
        select asked, outcome, reason, name, rehearsal, changes from scim_log where tenant_id = ${tenant_id} order by id`),
  };
}
