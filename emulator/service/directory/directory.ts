import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { provisioningShape } from '../scim/records.ts';
import type { Provisioning } from '../scim/records.ts';
import { providerShape } from '../saml/serviceProvider.ts';
import type { ServiceProvider } from '../saml/serviceProvider.ts';
import { demoGroups, demoPassword, demoPeople } from './demoDirectory.ts';
import { consentShape, groupShape, personShape } from './people.ts';
import type { Consent, Group, Person } from './people.ts';

/** What the directory keeps over a restart. */
export const directoryShape = z.strictObject({
  people: z.array(personShape),
  groups: z.array(groupShape),
  service_providers: z.array(providerShape).default([]),
  consents: z.array(consentShape).default([]),
  provisioning: provisioningShape.default({ people: {}, groups: {} }),
});
type DirectoryDocument = z.infer<typeof directoryShape>;

/** Who can sign in, their groups, and the applications that know the directory by SAML. */
export type Directory = {
  people: Person[];
  groups: Group[];
  service_providers: ServiceProvider[];
  /** What people agreed to of applications that they sign in to by OpenID Connect. */
  consents: Consent[];
  /** The application that is told by SCIM who is in the directory. */
  provisioning: Provisioning;
  /** What everybody signs in with. */
  password: string;
};

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const personByMail = ({ people }: Directory, mail: string | undefined): Person | undefined =>
  mail === undefined ? undefined : people.find((person) => sameText(person.mail, mail));

export const personById = ({ people }: Directory, id: string): Person | undefined => people.find(({ object_id }) => object_id === id);

export const groupsOf = ({ groups }: Directory, { object_id }: Person): Group[] =>
  groups.filter(({ members }) => members.includes(object_id));

/** The directory as it is now. Without its secrets nobody is provisioned wherever it is loaded. */
export const writeDirectory = (
  { people, groups, service_providers, consents, provisioning }: Directory,
  how: 'with_secrets' | 'without_secrets',
): DirectoryDocument => ({
  people,
  groups,
  service_providers,
  consents,
  provisioning: how === 'with_secrets' ? provisioning : { people: {}, groups: {} },
});

const refill = <T>(list: T[], items: T[]): void => {
  list.splice(0, list.length, ...items);
};

/** Makes the directory what the document says; one written before there was a directory says nothing. */
export const readDirectory = (directory: Directory, document: DirectoryDocument | undefined): void => {
  if (!document) return;
  refill(directory.people, document.people);
  refill(directory.groups, document.groups);
  refill(directory.service_providers, document.service_providers);
  refill(directory.consents, document.consents);
  directory.provisioning = document.provisioning;
};

/** The directory to begin with. On this machine the demo's people sign in with the password that everybody may know; elsewhere nobody does unless given. */
export const openDirectory = (given: { people?: Person[]; groups?: Group[]; password?: string }, local: boolean): Directory => {
  const isDemo = local && given.people === undefined;
  return {
    people: given.people ?? (isDemo ? structuredClone(demoPeople) : []),
    groups: given.groups ?? (isDemo ? structuredClone(demoGroups) : []),
    service_providers: [],
    consents: [],
    provisioning: { people: {}, groups: {} },
    password: given.password ?? (local ? demoPassword : randomUUID()),
  };
};
