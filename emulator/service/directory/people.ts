import { z } from 'zod';

export const personShape = z.strictObject({
  object_id: z.string().min(1),
  name: z.string().trim().min(1).max(200),
  /** Sign-in name and mail address. */
  mail: z.email().max(200),
  /** Whether the directory vouches that the address is of a domain of its own. */
  vouched: z.boolean(),
  /** Whether the person's home is another directory. */
  guest: z.boolean(),
  /** A disabled person signs in nowhere. */
  disabled: z.boolean().optional(),
});
/** A person who can sign in at the local service. */
export type Person = z.infer<typeof personShape>;

export const groupShape = z.strictObject({
  id: z.guid(),
  name: z.string().trim().min(1).max(200),
  /** Object ids of people. */
  members: z.array(z.string()),
});
/** A group of people of the directory. */
export type Group = z.infer<typeof groupShape>;

export const consentShape = z.strictObject({
  client_id: z.string(),
  /** Object id of who agreed; null: an administrator, for everybody and everything. */
  person: z.string().nullable(),
  scopes: z.array(z.string()),
});
/** That an application may know who somebody is. */
export type Consent = z.infer<typeof consentShape>;

/** First name and the rest, as protocols want them. */
export const nameParts = (name: string): { given: string; family: string } => {
  const [given = name, ...rest] = name.split(' ');
  return { given, family: rest.join(' ') };
};
