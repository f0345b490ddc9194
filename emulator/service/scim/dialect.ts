import type { Person } from '../directory/people.ts';
import type { ScimClient } from './client.ts';
import type { SentGroup, SentPerson } from './records.ts';

/** A person as the application is to know them. */
export type Wanted = Pick<Person, 'object_id' | 'mail' | 'name'> & { active: boolean };

/** A group as the application is to know it: its members by the application's own ids. */
export type WantedGroup = { id: string; name: string; members: string[] };

/** How one kind of directory speaks SCIM. */
export type Speaker = {
  /** Asks whether address and token are right, without changing anything. */
  test: (client: ScimClient) => Promise<void>;
  /** What is looked at before the people: Okta reads everybody, page by page. Answers with ids by sign-in name. */
  begin: (client: ScimClient) => Promise<Map<string, string>>;
  findPerson: (client: ScimClient, person: Wanted) => Promise<string | undefined>;
  createPerson: (client: ScimClient, person: Wanted) => Promise<string>;
  /** Sends what differs. `before` is missing for somebody whom the application knew already. */
  updatePerson: (client: ScimClient, id: string, person: Wanted, before: SentPerson | undefined) => Promise<void>;
  findGroup: (client: ScimClient, group: WantedGroup) => Promise<string | undefined>;
  createGroup: (client: ScimClient, group: WantedGroup) => Promise<string>;
  updateGroup: (client: ScimClient, id: string, group: WantedGroup, before: SentGroup | undefined) => Promise<void>;
  /** After how many days somebody who is gone is deleted; never without. */
  deletes_after_days?: number;
};

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
};

export const patchOf = (Operations: object[]): object => ({ schemas: [schemas.patch], Operations });

/** Who is in the one list and not in the other. */
export const added = (members: string[], before: string[]): string[] => members.filter((one) => !before.includes(one));
