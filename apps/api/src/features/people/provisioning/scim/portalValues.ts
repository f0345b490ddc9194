/** What the portal itself takes of a user's attributes; everything else is kept as it was sent. */
import { locales, type Locale } from '@vitrine/contract/fields.ts';
import { userInput } from '@vitrine/contract/people/users.ts';
import { refuse } from './scimError.ts';
import type { JsonObject } from './values.ts';
import { extensionOf, listAt, objectAt, textAt } from './values.ts';

export type PortalValues = { name: string; email: string; language: Locale | null; department: string | null };

const { name: nameOf, email: emailOf, department: departmentOf } = userInput.shape;

/** The first address, the one for work, or any; else the userName. */
function addressOf(resource: JsonObject): string {
  const all = listAt(resource, 'emails').filter((one) => textAt(one, 'value') !== null);
  const work = all.find((one) => textAt(one, 'type')?.toLowerCase() === 'work');
  const chosen = all.find((one) => one['primary'] === true) ?? work ?? all[0];
  return (chosen && textAt(chosen, 'value')) ?? textAt(resource, 'userName') ?? '';
}

function fullName(resource: JsonObject): string {
  const name = objectAt(resource, 'name');
  const parts = ['givenName', 'familyName'].map((part) => textAt(name, part)).filter((part) => part !== null);
  return (
    textAt(resource, 'displayName') ??
    textAt(name, 'formatted') ??
    (parts.length > 0 ? parts.join(' ') : (textAt(resource, 'userName') ?? ''))
  );
}

/** `pt`, `pt-br` and `en_GB` as languages of the portal; null for others. */
function languageOf(resource: JsonObject): Locale | null {
  const wanted = (textAt(resource, 'preferredLanguage') ?? textAt(resource, 'locale') ?? '').replaceAll('_', '-').toLowerCase();
  const exact = locales.find((locale) => locale.toLowerCase() === wanted);
  return exact ?? locales.find((locale) => locale.split('-')[0] === wanted.split('-')[0]) ?? null;
}

/** Refuses with `invalidValue` what the portal cannot call somebody. */
export function portalValuesOf(resource: JsonObject): PortalValues {
  const read = <T>(
    schema: { safeParse: (value: unknown) => { success: true; data: T } | { success: false } },
    value: unknown,
    what: string,
  ): T => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : refuse(400, 'invalidValue', `The user needs ${what}.`);
  };
  return {
    name: read(nameOf, fullName(resource), 'a name of at most 120 characters'),
    email: read(emailOf, addressOf(resource), 'an e-mail address, in emails or as userName'),
    language: languageOf(resource),
    department: read(departmentOf, textAt(extensionOf(resource), 'department'), 'a department of at most 120 characters') || null,
  };
}

/** Whether the directory writes the department. */
export const ownsDepartment = (resource: JsonObject): boolean => textAt(extensionOf(resource), 'department') !== null;
