import { createHash, randomBytes } from 'node:crypto';
import type { Directory } from '../directory/directory.ts';
import { groupsOf } from '../directory/directory.ts';
import type { Person } from '../directory/people.ts';
import { nameParts } from '../directory/people.ts';

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const microsoft = 'http://schemas.microsoft.com/identity/claims';

/** More groups than these are not in an assertion, but behind an address. */
const mostGroups = 150;

/** What an assertion tells of a person, by the names that Entra gives it. */
export const claimsOf = (
  directory: Directory,
  person: Person,
  place: { origin: string; id: string },
): [name: string, values: string[]][] => {
  const { given, family } = nameParts(person.name);
  const groups = groupsOf(directory, person).map(({ id }) => id);
  const link = `${place.origin}/${place.id}/users/${person.object_id}/getMemberObjects`;
  const all: [string, string[]][] = [
    [`${microsoft}/tenantid`, [place.id]],
    [`${microsoft}/objectidentifier`, [person.object_id]],
    [`${microsoft}/displayname`, [person.name]],
    [`${soap}/givenname`, [given]],
    [`${soap}/surname`, [family]],
    [`${soap}/emailaddress`, [person.mail]],
    [`${soap}/name`, [person.mail]],
    groups.length > mostGroups
      ? ['http://schemas.microsoft.com/claims/groups.link', [link]]
      : ['http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', groups],
  ];
  return all.filter(([, values]) => values.some((value) => value !== ''));
};

export const nameIdFormats = {
  mail: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;

/** The name of a person for one application, in the format that it asked for. */
export const nameIdOf = (person: Person, entityId: string, asked: string | undefined): { format: string; value: string } => {
  if (asked === nameIdFormats.persistent) {
    const value = createHash('sha256').update(`${person.object_id} ${entityId}`).digest('base64url');
    return { format: asked, value };
  }
  if (asked === nameIdFormats.transient) return { format: asked, value: `_${randomBytes(16).toString('hex')}` };
  return { format: nameIdFormats.mail, value: person.mail };
};
