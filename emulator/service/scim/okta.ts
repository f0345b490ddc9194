import { randomBytes } from 'node:crypto';
import { nameParts } from '../directory/people.ts';
import type { Resource, ScimClient } from './client.ts';
import { query, quoted } from './client.ts';
import type { Speaker, Wanted, WantedGroup } from './dialect.ts';
import { added, patchOf, schemas } from './dialect.ts';

const pageSize = 100;
/** No application has more pages than these. */
const mostPages = 1_000;

const personBody = ({ object_id, mail, name, active }: Wanted) => {
  const { given, family } = nameParts(name);
  return {
    schemas: [schemas.user],
    userName: mail,
    name: { givenName: given, familyName: family },
    emails: [{ primary: true, value: mail, type: 'work' }],
    displayName: name,
    locale: 'pt-BR',
    externalId: object_id,
    active,
  };
};

/** Everybody whom the application knows, page by page. */
const readAll = async (client: ScimClient): Promise<Map<string, string>> => {
  const known = new Map<string, string>();
  let startIndex = 1;
  for (let page = 0; page < mostPages; page++) {
    const path = `/Users?${query({ startIndex: String(startIndex), count: String(pageSize) })}`;
    const { Resources, totalResults } = await client.list({ about: '', did: 'Read the people of the application', path });
    for (const resource of Resources)
      if (typeof resource['userName'] === 'string') known.set(resource['userName'].toLowerCase(), resource.id);
    startIndex += Resources.length;
    if (Resources.length === 0 || startIndex > totalResults) break;
  }
  return known;
};

/** How Okta speaks: integrations that people build get PUT, those of its catalogue PATCH. */
export const oktaSpeaker = (withPatch: boolean): Speaker => {
  const groupBody = ({ id, name, members }: WantedGroup, remote?: string) => ({
    schemas: [schemas.group],
    ...(remote !== undefined && { id: remote }),
    externalId: id,
    displayName: name,
    members: members.map((value) => ({ value })),
  });

  return {
    test: async (client) => {
      const path = `/Users?${query({ startIndex: '1', count: '2' })}`;
      await client.list({ about: '', did: 'Tested the connection: read two people', path });
    },

    begin: readAll,

    findPerson: async (client, { mail, name }) => {
      const path = `/Users?${query({ filter: `userName eq ${quoted(mail)}`, startIndex: '1', count: String(pageSize) })}`;
      return (await client.list({ about: name, did: 'Looked whether the application knows them', path })).Resources[0]?.id;
    },

    createPerson: async (client, person) => {
      // A password that nobody knows: the person signs in here.
      const body = { ...personBody(person), groups: [], password: randomBytes(12).toString('base64url') };
      return (await client.resource({ about: person.name, did: 'Created', method: 'POST', path: '/Users', body })).id;
    },

    updatePerson: async (client, id, person, before) => {
      if (before?.mail === person.mail && before.name === person.name && before.active === person.active) return;
      const path = `/Users/${id}`;
      const did = before === undefined || person.active === before.active ? 'Changed' : person.active ? 'Enabled' : 'Disabled';
      const onlyActive = before?.mail === person.mail && before.name === person.name;
      if (withPatch && onlyActive) {
        const body = patchOf([{ op: 'replace', value: { active: person.active } }]);
        await client.send({ about: person.name, did, method: 'PATCH', path, body });
        return;
      }
      const now: Resource = await client.resource({ about: person.name, did: 'Read them', method: 'GET', path });
      await client.send({ about: person.name, did, method: 'PUT', path, body: { ...now, ...personBody(person), id } });
    },

    findGroup: async (client, { name }) => {
      const path = `/Groups?${query({ filter: `displayName eq ${quoted(name)}`, startIndex: '1', count: String(pageSize) })}`;
      return (await client.list({ about: name, did: 'Looked whether the application knows the group', path })).Resources[0]?.id;
    },

    createGroup: async (client, group) =>
      (await client.resource({ about: group.name, did: 'Created the group', method: 'POST', path: '/Groups', body: groupBody(group) })).id,

    updateGroup: async (client, id, group, before) => {
      const path = `/Groups/${id}`;
      const known = before?.members ?? [];
      const [come, gone] = [added(group.members, known), added(known, group.members)];
      const isRenamed = before !== undefined && before.name !== group.name;
      if (before && !isRenamed && come.length === 0 && gone.length === 0) return;
      if (!withPatch) {
        await client.send({ about: group.name, did: 'Replaced the group', method: 'PUT', path, body: groupBody(group, id) });
        return;
      }
      const patch = (did: string, operations: object[]) =>
        client.send({ about: group.name, did, method: 'PATCH', path, body: patchOf(operations) });
      if (isRenamed) await patch('Renamed the group', [{ op: 'replace', value: { id, displayName: group.name } }]);
      if (come.length === 0 && gone.length === 0) return;
      await patch('Changed who is in the group', [
        ...gone.map((value) => ({ op: 'remove', path: `members[value eq "${value}"]` })),
        ...(come.length > 0 ? [{ op: 'add', path: 'members', value: come.map((value) => ({ value })) }] : []),
      ]);
    },
  };
};
