/**
 * Route × role × tenant, generated from the contract: every person of every unit makes every call, for rows of the own
 * unit, of the other units, and for rows that nobody has. What comes back is compared with the capability table.
 */
import { endpoints } from '@vitrine/contract/contract.ts';
import { permission } from '@vitrine/contract/capabilities.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { fillPath } from '@vitrine/contract/client.ts';
import type { LightMyRequestResponse } from 'fastify';
import { uuidv7 } from '../../src/core/uuid.ts';
import type { Browser } from '../harness/browser.ts';
import { bodyOf } from '../harness/browser.ts';
import type { Person } from '../harness/population.ts';
import type { World } from '../harness/world.ts';
import type { Family, Resource } from './fixtures.ts';
import { closed, examples, familyOf, foreignIds, missingStatus, ownStatus, resourceNamed, variants } from './fixtures.ts';
import type { Place } from './scene.ts';
import type { Example, Slot } from './slots.ts';
import { exampleOf, slotsOf, withId } from './slots.ts';

export type Finding = { endpoint: string; who: string; problem: string };
type Named = (typeof endpoints)[number];
/** Somebody, the unit worked in, and units whose rows are nobody's business. */
type Actor = { who: string; person: Person | null; unit: Place };

const methodsWithBody = new Set(['POST', 'PUT', 'PATCH']);

/** The resource that a slot names. Throws for a slot that no fixture knows. */
function resourceAt({ name, endpoint }: Named, slot: Slot): Resource | null {
  if (slot.name in foreignIds) return null;
  const segments = endpoint.path.split('/');
  const key = slot.part === 'params' && slot.name === 'id' ? segments[segments.indexOf(':id') - 1] : slot.name;
  const resource = resourceNamed(key ?? '');
  if (resource) return resource;
  throw new Error(`${name} takes an id in ${slot.part}.${slot.path.join('.')} that nothing in test/matrix/fixtures knows`);
}

/** Variants of a call for the own unit: the resources of its slots, and what its body says besides. */
function variantsOf(named: Named) {
  const slots = slotsOf(named.endpoint).map((slot) => ({ slot, resource: resourceAt(named, slot) }));
  const others = (variants[named.name] ?? []).map(({ body, resources: at }) => ({
    body,
    slots: slots.map(({ slot, resource }) => ({ slot, resource: at[slot.name] ?? resource })),
  }));
  return [{ body: {}, slots }, ...others];
}

type Ours = { slot: Slot; resource: Resource };

/** One id of ours after the other, and all of them together: a subgroup of a group, both of the same foreign unit. */
function gropings(slots: readonly { slot: Slot; resource: Resource | null }[]): Ours[][] {
  const ours = slots.filter((place): place is Ours => place.resource !== null);
  return [...ours.map((place) => [place]), ...(ours.length > 1 ? [ours] : [])];
}

async function send(browser: Browser, endpoint: Endpoint, { params, query, body }: Example): Promise<LightMyRequestResponse> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
  return browser.inject({
    method: endpoint.method,
    url: `${fillPath(endpoint.path, params as Record<string, string>)}${search === '' ? '' : `?${search}`}`,
    ...(methodsWithBody.has(endpoint.method) ? bodyOf(body) : {}),
  });
}

/** Whether the capability table lets this role call. Conditions are met by the fixtures: the units have all switches on. */
export function mayCall(person: Person | null, endpoint: Endpoint): boolean {
  if (endpoint.can === 'public') return true;
  if (person === null) return false;
  if (endpoint.can === 'session') return true;
  const { capability, right } = endpoint.can;
  return permission({ role: person.role }, capability, right) !== null && !closed[capability]?.includes(person.role);
}

/** What a caller can tell an answer by. Ids of requests differ always, dates often. */
const told = (response: LightMyRequestResponse): string => {
  const body = response.body.startsWith('{') ? { ...response.json<Record<string, unknown>>(), request_id: '' } : response.body;
  return `${response.statusCode} ${JSON.stringify(body)}`;
};

/** Endpoints that take an id of ours somewhere. */
export const endpointsWithIds = (): string[] =>
  endpoints.filter((named) => variantsOf(named).some(({ slots }) => gropings(slots).length > 0)).map(({ name }) => name);

/** Which calls are made: of endpoints that read or that change, by some of the people or by everybody. */
export type Extent = { reading?: boolean; by?: (person: Person | null) => boolean };

/** Runs the matrix and answers everything that is not as it should be. */
export async function runMatrix(world: World, { reading, by = () => true }: Extent = {}): Promise<{ findings: Finding[]; calls: number }> {
  const { actors: everybody, units } = await populate(world);
  const actors = everybody.filter(({ person }) => by(person));
  const findings: Finding[] = [];
  let calls = 0;

  const kept = new Map<string, Promise<Family>>();
  /** Rows of a unit for a person. Where something changes, rows may not survive it; otherwise they serve again. */
  const rowsFor = (unit: Place, person: Person, changes: boolean): Promise<Family> => {
    if (changes) return familyOf(world, unit, person);
    const key = `${unit.id} ${person.id}`;
    const family = kept.get(key) ?? familyOf(world, unit, person);
    kept.set(key, family);
    return family;
  };

  for (const named of endpoints.filter(({ endpoint }) => reading === undefined || (endpoint.method === 'GET') === reading)) {
    const changes = named.endpoint.method !== 'GET';
    // Rows of each unit for the others to grope for.
    const targets = new Map<string, Family>();
    const groped = variantsOf(named).some(({ slots }) => gropings(slots).length > 0) ? units : [];
    for (const unit of groped) targets.set(unit.id, await rowsFor(unit, someoneOf(everybody, unit), changes));
    for (const actor of actors) {
      const report = (problem: string) => findings.push({ endpoint: named.name, who: actor.who, problem });
      for (const variant of variantsOf(named)) {
        const { endpoint } = named;
        const browser = actor.person ? await world.signIn(actor.person) : world.browser();
        const call = async (example: Example) => {
          calls++;
          const response = await send(browser, endpoint, example);
          if (response.statusCode >= 500 && response.statusCode !== 502) report(`answered ${told(response)}`);
          return response;
        };
        const refused = !mayCall(actor.person, endpoint) ? (actor.person === null ? 401 : 403) : null;
        const family = await rowsFor(actor.unit, actor.person ?? someoneOf(everybody, actor.unit), changes && refused === null);
        const own = exampleFor(named, variant, family, actor);

        for (const slots of gropings(variant.slots)) {
          const names = slots.map(({ slot }) => slot.name).join(' and ');
          const missing = await call(slots.reduce((example, { slot }) => withId(example, slot, uuidv7()), own));
          const expected = refused ?? missingStatus[`${named.name} ${names}`] ?? missingStatus[named.name] ?? 404;
          if (missing.statusCode !== expected) report(`${names} that nobody has: ${told(missing)}, not ${expected}`);
          for (const unit of units) {
            if (unit.id === actor.unit.id || slots.some(({ resource }) => mayReach(actor, unit, resource))) continue;
            const idOf = ({ resource }: Ours) => targets.get(unit.id)?.[resource] ?? '';
            const foreign = await call(slots.reduce((example, place) => withId(example, place.slot, idOf(place)), own));
            if (told(foreign) !== told(missing))
              report(`foreign ${names}: ${told(foreign)}, where one that nobody has is ${told(missing)}`);
          }
        }
        const answer = await call(own);
        if (endpoint.can === 'public') continue;
        const expected = refused ?? ownStatus[`${named.name} ${actor.person?.role}`] ?? ownStatus[named.name] ?? endpoint.status;
        if (answer.statusCode !== expected) report(`own rows: ${told(answer)}, not ${expected}`);
      }
    }
  }
  return { findings, calls };
}

/** A partner's people move between its units, and write terms for all of them: naming what is the partner's is no foreign id. */
function mayReach({ person }: Actor, unit: Place & { partner_id?: string | null }, resource: Resource): boolean {
  return (resource === 'tenant' || resource === 'shared_term') && person?.role === 'master' && person.partner_id === unit.partner_id;
}

function exampleFor(named: Named, variant: ReturnType<typeof variantsOf>[number], family: Family, { person, unit }: Actor): Example {
  const at = new Map(variant.slots.map(({ slot, resource }) => [`${slot.part}.${slot.path.join('.')}`, resource]));
  const made = exampleOf(named.endpoint, `New ${unit.marker} ${uuidv7()}`, (slot) => {
    const resource = at.get(`${slot.part}.${slot.path.join('.')}`);
    return resource ? family[resource] : (foreignIds[slot.name] ?? null);
  });
  const example = { ...made, ...examples[named.name]?.(made, family) };
  if (typeof example.body !== 'object' || example.body === null || example.body instanceof Uint8Array) return example;
  const email = 'email' in example.body && !(named.name in examples) ? { email: person?.email ?? `nobody@${unit.marker}.example` } : {};
  return { ...example, body: { ...example.body, ...variant.body, ...email } };
}

function someoneOf(actors: readonly Actor[], unit: Place): Person {
  const found = actors.find((actor) => actor.unit.id === unit.id && actor.person)?.person;
  if (!found) throw new Error('Every unit has people');
  return found;
}

const roomy = { tenant: { user_limit: 1_000_000 } };

/** Units A and B of one partner, C of another, with an administrator, a partner's person and two readers each; the operator; nobody. */
async function populate(world: World): Promise<{ actors: Actor[]; units: (Place & { partner_id: string | null })[] }> {
  const [one, two] = [await world.partner(), await world.partner()];
  const places = [
    { letter: 'A', partner: one, unit: await one.unit(roomy) },
    { letter: 'B', partner: one, unit: await one.unit(roomy) },
    { letter: 'C', partner: two, unit: await two.unit(roomy) },
  ];
  // What a person needs besides the role.
  const flags = { membership: { refresh_datasets: true } };
  const actors: Actor[] = [];
  for (const { letter, partner, unit } of places) {
    const people = [
      ['admin', await unit.person('admin')],
      ['master', await partner.person({ unit })],
      ['user 1', await unit.person('user', flags)],
      ['user 2', await unit.person('user', flags)],
    ] as const;
    for (const [role, person] of people) actors.push({ who: `${role} of ${letter}`, person, unit });
  }
  const operator = await world.operator();
  actors.push({ who: 'operator', person: operator, unit: { id: operator.tenant_id ?? '', marker: 'house' } });
  actors.push({ who: 'nobody', person: null, unit: places[0]?.unit ?? { id: '', marker: '' } });
  return { actors, units: places.map(({ unit }) => unit) };
}
