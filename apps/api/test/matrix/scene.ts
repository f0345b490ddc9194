/** What a file of `fixtures/` is made of. */
import type { Capability } from '@vitrine/contract/capabilities.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Person } from '../harness/population.ts';
import type { World } from '../harness/world.ts';
import type { Family, Resource } from './fixtures.ts';
import type { Example } from './slots.ts';

/** A unit, and the text that stands in everything it has. */
export type Place = { id: string; marker: string };

/** Where the rows of a family are written: whose they are and the ids they get. */
export type Scene = {
  world: World;
  tenant_id: string;
  marker: string;
  /** Whose calls the family is for; may use each row as far as the role allows. */
  person: Person;
  ids: Family;
  /** A text of this family, with the unit's marker. */
  text: (what: string) => string;
};

export type Examples = Record<string, (example: Example, family: Family) => Partial<Example>>;

/** What one feature adds to the matrix. Every key is an endpoint's name, `<feature>.<endpoint>`. */
export type Fixture = {
  /** Resource → where endpoints name it: a segment of the path before `:id`, or the name of a field. */
  resources?: Record<string, readonly string[]>;
  /** One row of each resource, and of what is kept beside it. */
  rows?: (scene: Scene) => readonly Statement[];
  /** What an example made from the schemas cannot know. */
  examples?: Examples;
  /** The same call with another kind of object in a slot. */
  variants?: Record<string, { body: object; resources: Record<string, Resource> }[]>;
  /** Where an id that is not there is not 404; `<endpoint> <slots>` for some of its ids alone. */
  missingStatus?: Record<string, number>;
  /** What the own rows are answered with where rows are not enough, such as a code that only the person has; `<endpoint> <role>` for one role. */
  ownStatus?: Record<string, number>;
  /** Conditions of the capability table that no row meets: what the role may never do. */
  closed?: Partial<Record<Capability, readonly Role[]>>;
  /** Endpoints whose foreign ids something else than a policy holds off. */
  heldOtherwise?: readonly string[];
};

/** The generated example with these fields of the body besides. */
export const withBody =
  (fields: object) =>
  ({ body }: Example): Partial<Example> => ({ body: { ...(body as object), ...fields } });
