/**
 * Route × role × tenant, generated from the contract: every person of every unit makes every call, for rows of the own
 * unit, of the other units, and for rows that nobody has. What comes back is compared with the reviewed rights.
 */
import { endpoints } from '@vitrine/contract/contract.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { fillPath, queryOnWire } from '@vitrine/contract/client.ts';
import type { LightMyRequestResponse } from 'fastify';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from '../harness/browser.ts';
import { bodyOf } from '../harness/browser.ts';
import type { Person } from '../harness/population.ts';
import { isServed } from '../harness/sessions.ts';
import type { World } from '../harness/world.ts';
import { isLooking, isPersonal, partlyPersonal } from '../rights/acting.ts';
import { isGiven } from '../rights/rights.ts';
import type { Family, Resource } from './fixtures.ts';
import { closed, examples, familyOf, foreignIds, missingStatus, ownStatus, resourceNamed, variants } from './fixtures.ts';
import { switchedOn } from './fixtures/settings.ts';
import { watchRest } from './rest.ts';
import type { Place } from './scene.ts';
import type { Example, Slot } from './slots.ts';
import { exampleOf, slotsOf, withId } from './slots.ts';

export type Finding = { endpoint: string; who: string; problem: string };
type Named = (typeof endpoints)[number];
type Unit = Place & { partner_id: string | null };
type Acting = { mode: 'read' | 'full'; enter: () => Promise<Browser> };
/** Somebody, and the unit worked in. `acting` opens a new session in which somebody else acts for them. */
export type Actor = { who: string; person: Person | null; unit: Unit; acting?: Acting };
export type People = { actors: Actor[]; resting: { unit: Unit; person: Person }[] };

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
  const search = new URLSearchParams(
    Object.entries(queryOnWire(endpoint, query) ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return browser.inject({
    method: endpoint.method,
    url: `${fillPath(endpoint.path, params as Record<string, string>)}${search === '' ? '' : `?${search}`}`,
    ...(methodsWithBody.has(endpoint.method) ? bodyOf(endpoint.wire.body ? endpoint.wire.body.toWire(body) : body) : {}),
  });
}

/** Whether the reviewed rights let this role call. Conditions are met by the fixtures: the units have all switches on. */
function mayCall(person: Person | null, endpoint: Endpoint): boolean {
  if (endpoint.can === 'public') return true;
  if (person === null) return false;
  if (endpoint.can === 'session') return true;
  const { capability, right } = endpoint.can;
  return isGiven(capability, person.role, right) && !closed[capability]?.includes(person.role);
}

/** What the reviewed rules refuse to whoever acts for a person: what is the person's alone, and every change while they only look. */
const isRefusedActing = ({ acting }: Actor, named: Named): boolean =>
  acting !== undefined && (isPersonal(named.name) || (acting.mode === 'read' && !isLooking(named)));

/** What is public is the same for whoever acts, and what ends a session is no matter of rights. */
const isConcerned = ({ acting }: Actor, endpoint: Endpoint): boolean => acting === undefined || endpoint.can !== 'public';

const refusalOf = (actor: Actor, named: Named): 401 | 403 | null => {
  if (mayCall(actor.person, named.endpoint) && !isRefusedActing(actor, named)) return null;
  return actor.person === null ? 401 : 403;
};

/** The answer to a call for rows of the own unit that is not refused. */
const ownStatusOf = ({ acting, person }: Actor, { name, endpoint }: Named): number =>
  acting && partlyPersonal.includes(name) ? 403 : (ownStatus[`${name} ${person?.role}`] ?? ownStatus[name] ?? endpoint.status);

/** What a caller can tell an answer by. Ids of requests differ always, dates often. */
const told = (response: LightMyRequestResponse): string => {
  const body = response.body.startsWith('{') ? { ...response.json<Record<string, unknown>>(), request_id: '' } : response.body;
  return `${response.statusCode} ${JSON.stringify(body)}`;
};

/** Endpoints that take an id of ours somewhere. */
export const endpointsWithIds = (): string[] =>
  endpoints.filter((named) => variantsOf(named).some(({ slots }) => gropings(slots).length > 0)).map(({ name }) => name);

/** Which calls are made: of endpoints that read or that change, by one of the people or by everybody, or by people of the test's own. */
export type Extent = { reading?: boolean; by?: string; people?: (world: World) => Promise<People> };

/** Runs the matrix and answers everything that is not as it should be. */
export async function runMatrix(
  world: World,
  { reading, by, people = populate }: Extent = {},
): Promise<{ findings: Finding[]; calls: number }> {
  const { actors: everybody, resting } = await people(world);
  const actors = everybody.filter(({ who }) => by === undefined || who === by);
  const findings: Finding[] = [];
  let calls = 0;

  const families = new Map<string, Family>();
  /** Rows of a unit for a person: new ones, or those that the person had before. */
  async function rowsFor(unit: Place, person: Person, anew = false): Promise<Family> {
    const known = anew ? undefined : families.get(person.id);
    const family = known ?? (await familyOf(world, unit, person));
    families.set(person.id, family);
    return family;
  }
  const browsers = new Map<string, Browser>();
  async function browserOf({ who, person, acting }: Actor, anew: boolean): Promise<Browser> {
    const kept = anew ? undefined : browsers.get(who);
    // What the person did in a call before may have ended what somebody does for them.
    const known = kept && acting && !(await isServed(kept)) ? undefined : kept;
    const browser = known ?? (acting ? await acting.enter() : person ? await world.signIn(person) : world.browser());
    browsers.set(who, browser);
    return browser;
  }

  for (const { unit, person } of resting) await rowsFor(unit, person);
  const whatChanged = await watchRest(
    world,
    resting.map(({ unit }) => unit.id),
  );

  for (const named of endpoints.filter(({ endpoint }) => reading === undefined || (endpoint.method === 'GET') === reading)) {
    const { endpoint } = named;
    for (const actor of actors.filter((one) => isConcerned(one, endpoint))) {
      const report = (problem: string) => findings.push({ endpoint: named.name, who: actor.who, problem });
      const refused = refusalOf(actor, named);
      // Whoever may change something finds rows that no call before has changed, and comes with a session that none has ended.
      const anew = endpoint.method !== 'GET' && refused === null;
      for (const variant of variantsOf(named)) {
        const browser = await browserOf(actor, anew);
        const call = async (example: Example) => {
          calls++;
          const response = await send(browser, endpoint, example);
          if (response.statusCode >= 500 && response.statusCode !== 502) report(`answered ${told(response)}`);
          return response;
        };
        const family = await rowsFor(actor.unit, actor.person ?? someoneOf(everybody, actor.unit), anew);
        const own = exampleFor(named, variant, family, actor);

        for (const slots of gropings(variant.slots)) {
          const names = slots.map(({ slot }) => slot.name).join(' and ');
          const missing = await call(slots.reduce((example, { slot }) => withId(example, slot, uuidv7()), own));
          const expected = refused ?? missingStatus[`${named.name} ${names}`] ?? missingStatus[named.name] ?? 404;
          if (missing.statusCode !== expected) report(`${names} that nobody has: ${told(missing)}, not ${expected}`);
          for (const { unit, person } of resting) {
            if (slots.some(({ resource }) => mayReach(actor, unit, resource))) continue;
            const target = await rowsFor(unit, person);
            const foreign = await call(slots.reduce((example, { slot, resource }) => withId(example, slot, target[resource]), own));
            if (told(foreign) === told(missing)) continue;
            report(`foreign ${names}: ${told(foreign)}, where one that nobody has is ${told(missing)}`);
            // What a leak has reached may be gone.
            families.delete(person.id);
          }
        }
        const answer = await call(own);
        if (endpoint.can === 'public') continue;
        const expected = refused ?? ownStatusOf(actor, named);
        if (answer.statusCode !== expected) report(`own rows: ${told(answer)}, not ${expected}`);
      }
    }
  }
  for (const problem of await whatChanged()) findings.push({ endpoint: 'one of all', who: 'somebody', problem });
  return { findings, calls };
}

/**
 * A partner's people move between its units, write terms for all of them and roll set-ups out: naming what is the partner's is no foreign
 * id. What it answers for all of its units is read, and hidden, in each of them.
 */
function mayReach({ person, unit: own }: Actor, unit: Unit, resource: Resource): boolean {
  if (resource === 'shared_faq') return own.partner_id === unit.partner_id;
  return (
    (resource === 'tenant' || resource === 'shared_term' || resource === 'setup_rollout') &&
    person?.role === 'partner' &&
    person.partner_id === unit.partner_id
  );
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

/** Switched on in every unit: without policies the settings of any of them may be read for the own. */
export const roomy = { tenant: { user_limit: 1_000_000 }, settings: switchedOn };

/**
 * Units A and B of two partners, each with an administrator, a partner's person and a reader; the operator; nobody. Each
 * partner has another unit in which nobody does anything: its rows are what the others grope for.
 */
async function populate(world: World): Promise<People> {
  const actors: Actor[] = [];
  const resting: People['resting'] = [];
  for (const letter of ['A', 'B']) {
    const partner = await world.partner();
    const unit = await partner.unit(roomy);
    const people = [
      ['admin', await unit.person('admin')],
      ['partner', await partner.person({ unit })],
      // What a person needs besides the role.
      ['user', await unit.person('user', { membership: { refresh_datasets: true, create_notifications: true } })],
    ] as const;
    for (const [role, person] of people) actors.push({ who: `${role} of ${letter}`, person, unit });
    const other = await partner.unit(roomy);
    resting.push({ unit: other, person: await other.person('admin') });
  }
  const operator = await world.operator();
  actors.push({ who: 'operator', person: operator, unit: { id: operator.tenant_id ?? '', marker: 'house', partner_id: null } });
  actors.push({ who: 'nobody', person: null, unit: actors[0]?.unit ?? { id: '', marker: '', partner_id: null } });
  return { actors, resting };
}
