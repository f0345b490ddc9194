import { randomUUID } from 'node:crypto';
import { nameParts } from '../directory/people.ts';
import { query, quoted } from './client.ts';
import type { Speaker, Wanted, WantedGroup } from './dialect.ts';
import { added, patchOf, schemas } from './dialect.ts';
import type { SentPerson } from './records.ts';

/** No patch of a group has more members. */
const smallPatch = 10;

const adGroup = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';

/** What differs from what the application was told, by the paths that Entra uses. */
const changesOf = (person: Wanted, before: SentPerson | undefined): [path: string, value: string | boolean][] => {
  const { given, family } = nameParts(person.name);
  const changes: [string, string | boolean][] = [];
  if (before?.mail !== person.mail) changes.push(['userName', person.mail], ['emails[type eq "work"].value', person.mail]);
  if (before?.name !== person.name)
    changes.push(['displayName', person.name], ['name.givenName', given], ['name.familyName', family], ['name.formatted', person.name]);
  if (before?.active !== person.active) changes.push(['active', person.active]);
  return changes;
};

const textOf = (value: string | boolean): string => (typeof value === 'string' ? value : value ? 'True' : 'False');

/** How Entra speaks; with the flag `aadOptscim062020` nearer to the standard, without it as it always has. */
export const entraSpeaker = (withFlag: boolean): Speaker => {
  const operationsOf = (changes: [path: string, value: string | boolean][]): object[] =>
    withFlag
      ? [{ op: 'Replace', value: Object.fromEntries(changes) }]
      : changes.map(([path, value]) => ({ op: 'Replace', path, value: textOf(value) }));

  const removals = (ids: string[]): object[] =>
    withFlag
      ? ids.map((value) => ({ op: 'Remove', path: `members[value eq "${value}"]` }))
      : [{ op: 'Remove', path: 'members', value: ids.map((value) => ({ $ref: null, value })) }];

  const inSmallPatches = async (ids: string[], send: (some: string[]) => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < ids.length; at += smallPatch) await send(ids.slice(at, at + smallPatch));
  };

  return {
    deletes_after_days: 30,

    test: async (client) => {
      const nobody = randomUUID();
      const path = `/Users?${query({ filter: `userName eq ${quoted(nobody)}` })}`;
      await client.list({ about: '', did: 'Tested the connection: nobody has this name', path });
    },

    begin: async () => new Map<string, string>(),

    findPerson: async (client, { mail, name }) => {
      const path = `/Users?${query({ filter: `userName eq ${quoted(mail)}` })}`;
      return (await client.list({ about: name, did: 'Looked whether the application knows them', path })).Resources[0]?.id;
    },

    createPerson: async (client, person) => {
      const { given, family } = nameParts(person.name);
      const body = {
        schemas: [schemas.user, schemas.enterprise],
        externalId: person.object_id,
        userName: person.mail,
        active: person.active,
        displayName: person.name,
        emails: [{ primary: true, type: 'work', value: person.mail }],
        meta: { resourceType: 'User' },
        name: { formatted: person.name, familyName: family, givenName: given },
        roles: [],
      };
      return (await client.resource({ about: person.name, did: 'Created', method: 'POST', path: '/Users', body })).id;
    },

    updatePerson: async (client, id, person, before) => {
      const changes = changesOf(person, before);
      if (changes.length === 0) return;
      const onlyActive = changes.length === 1 && changes[0]?.[0] === 'active';
      const did = onlyActive ? (person.active ? 'Enabled' : 'Disabled') : `Changed ${changes.map(([path]) => path).join(', ')}`;
      await client.send({ about: person.name, did, method: 'PATCH', path: `/Users/${id}`, body: patchOf(operationsOf(changes)) });
    },

    findGroup: async (client, { name }) => {
      const path = `/Groups?${query({ excludedAttributes: 'members', filter: `displayName eq ${quoted(name)}` })}`;
      return (await client.list({ about: name, did: 'Looked whether the application knows the group', path })).Resources[0]?.id;
    },

    createGroup: async (client, { id, name }) => {
      // Without members: they come in patches.
      const body = { schemas: [schemas.group, adGroup], externalId: id, displayName: name, meta: { resourceType: 'Group' } };
      return (await client.resource({ about: name, did: 'Created the group', method: 'POST', path: '/Groups', body })).id;
    },

    updateGroup: async (client, id, group: WantedGroup, before) => {
      const patch = (did: string, operations: object[]) =>
        client.send({ about: group.name, did, method: 'PATCH', path: `/Groups/${id}`, body: patchOf(operations) });
      if (before && before.name !== group.name) await patch('Renamed the group', operationsOf([['displayName', group.name]]));
      const known = before?.members ?? [];
      await inSmallPatches(added(group.members, known), (ids) =>
        patch(`Added ${ids.length} to the group`, [{ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) }]),
      );
      await inSmallPatches(added(known, group.members), (ids) => patch(`Took ${ids.length} out of the group`, removals(ids)));
    },
  };
};
