/**
 * Every unit and partner of a test carries a marker in its names and rows. Here each answer, mail and line of the log is
 * searched for markers of units that its receiver has nothing to do with: one that leaves fails the test that made it leave.
 */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { hashToken } from '#platform/secrets/tokens.ts';
import { readOutbox } from './mailbox.ts';
import type { Owner } from './owner.ts';

export type Leak = { where: string; markers: string[] };

const markers = /mark[0-9a-f]{10}/g;
const markersIn = (text: string): Set<string> => new Set(text.match(markers));

/** What a receiver may see: markers anywhere, and names that are known to him word for word. */
type Allowed = { markers: Set<string>; names: string[] };

/** Markers in a text beyond what is allowed. */
function foreignIn(text: string, allowed: Allowed): string[] {
  const longestFirst = allowed.names.toSorted((a, b) => b.length - a.length);
  // An address of an authenticator app has the e-mail in it, encoded.
  const rest = longestFirst.reduce((left, name) => left.replaceAll(name, ''), text.replaceAll('%40', '@'));
  return [...markersIn(rest)].filter((marker) => !allowed.markers.has(marker));
}

/**
 * Looks at every answer that the app gives through `inject`. `onLeak` hears of leaks; without it the call that leaked
 * throws, so that no test has to remember to look.
 */
export function watchAnswers(app: FastifyInstance, owner: Owner, onLeak: (leak: Leak) => void = refuseLeak): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const watched = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const response = await inject(options);
    const answer = `${JSON.stringify(response.headers)} ${response.body}`;
    if (markersIn(answer).size > 0) {
      const foreign = foreignIn(answer, await allowedTo(owner, options, response.body));
      if (foreign.length > 0)
        onLeak({ where: `${options.method ?? 'GET'} ${JSON.stringify(options.url)} answered ${response.statusCode}`, markers: foreign });
    }
    return response;
  };
  app.inject = watched as FastifyInstance['inject'];
}

/** Fails whoever made the leak. */
export function refuseLeak({ where, markers: found }: Leak): never {
  throw new Error(`${where} with ${found.join(', ')}, which the caller has nothing to do with`);
}

type Row = { text: string; exact: boolean };

async function allowedTo(owner: Owner, { headers = {}, payload, url }: InjectOptions, body: string): Promise<Allowed> {
  const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  // The bytes of a file name nobody.
  const written = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? '' : JSON.stringify(payload ?? '');
  const sent = `${JSON.stringify(url)} ${written}`;
  const link = /"(?:token|challenge)":"([^"]+)"/.exec(sent)?.[1] ?? '';
  // Whoever is signed in by this very answer is told who they are.
  const given = /"token":"([^"]+)"/.exec(body)?.[1] ?? '';
  const rows = await owner.run(
    sql<Row>`${ofExport(/\/unit_exports\/([\w-]+)/.exec(sent)?.[1] ?? '')} union all ${ofSession(token)} union all ${ofSession(given)} union all ${ofHost(headers['host'] ?? '')} union all ${ofLink(link)} union all ${ofDirectory(token)}`,
  );
  // Who has not signed in may be told again what was just said, such as an e-mail address.
  return allowedOf(rows, token === '' ? sent.toLowerCase() : '');
}

function allowedOf(rows: readonly Row[], known = ''): Allowed {
  const free = rows.filter((row) => !row.exact).map((row) => row.text);
  return { markers: markersIn([known, ...free].join(' ')), names: rows.filter((row) => row.exact).map((row) => row.text) };
}

const people = (condition: ReturnType<typeof sql>) => sql`
  select p.name as text, true as exact from person p where ${condition} union all select p.email, true from person p where ${condition}`;

/**
 * All of the session's unit; the names of its people, of the person's other units, of the units that a partner or the operator
 * keeps or had erased, of clients and partners' own people for the operator, of the operator's people and of the people of all its units for a partner, of
 * those who act for each other, and of those who accepted their terms.
 */
const ofSession = (token: string) => sql`
  select t.name as text, false as exact from session s join tenant t on t.id = s.tenant_id where s.token_hash = ${hashToken(token)}
  union all
  select pa.name, false from session s left join tenant t on t.id = s.tenant_id join partner pa on pa.id = coalesce(t.partner_id, s.partner_id)
  where s.token_hash = ${hashToken(token)}
  union all
  ${people(sql`p.id in (
    select s.person_id from session s where s.token_hash = ${hashToken(token)}
    union all
    select m.person_id from session s join membership m on m.tenant_id = s.tenant_id where s.token_hash = ${hashToken(token)}
  )`)}
  union all
  select t.name, true from session s join membership m on m.person_id = s.person_id join tenant t on t.id = m.tenant_id where s.token_hash = ${hashToken(token)}
  union all
  select t.name, true from session s join tenant t on t.partner_id = s.partner_id where s.token_hash = ${hashToken(token)}
  union all
  select a.after ->> 'name', true from session s join audit_log a on a.action = 'company.erase' and a.tenant_id is null
    and (s.role = 'operator' or s.partner_id = a.partner_id) where s.token_hash = ${hashToken(token)}
  union all
  select kept.name, true from session s cross join (select name from tenant union all select name from partner union all select name from client) as kept
  where s.token_hash = ${hashToken(token)} and s.role = 'operator'
  union all
  ${people(sql`p.id in (
    select st.person_id from session s join staff st on st.role = 'operator' or s.role = 'operator'
    where s.token_hash = ${hashToken(token)} and s.role in ('partner', 'operator')
  )`)}
  union all
  ${people(sql`p.id in (
    select m.person_id from session s join tenant t on t.partner_id = s.partner_id join membership m on m.tenant_id = t.id
    where s.token_hash = ${hashToken(token)} and s.role = 'partner'
    union all
    select unnest(array[r.asker_id, r.person_id]) from session s join remote_access r on s.person_id in (r.asker_id, r.person_id)
    where s.token_hash = ${hashToken(token)}
  )`)}
  union all
  ${people(sql`p.id in (
    select a.person_id from session s join shared_term_acceptance a on a.partner_id is not distinct from s.partner_id
    where s.token_hash = ${hashToken(token)} and s.role in ('partner', 'operator')
  )`)}
  union all
  ${people(sql`p.id in (
    ${ofTickets(sql`exists (select from session s where s.token_hash = ${hashToken(token)}
      and (s.tenant_id = t.tenant_id or s.role = 'operator' and t.level = 'operator'))`)}
  )`)}`;

/** Whoever sees a ticket is told who opened it, who works on it and who wrote about it, staff of the partner and the operator among them. */
const ofTickets = (seen: ReturnType<typeof sql>) => sql`
  select unnest(array_remove(array[t.opened_by, t.assigned_to, e.person_id], null)) from ticket t
  left join ticket_entry e on e.tenant_id = t.tenant_id and e.ticket_id = t.id where ${seen}`;

/** The sign-in page of a host shows whose it is. */
const ofHost = (host: string) => sql`
  select coalesce(t.name, pa.name), true from domain d left join tenant t on t.id = d.tenant_id left join partner pa on pa.id = d.partner_id
  where d.host = ${host.toLowerCase().replace(/:\d+$/, '')} and coalesce(t.name, pa.name) is not null`;

/** Whoever holds a link or an open sign-in sees whose it is. */
const ofLink = (token: string) => sql`
  ${people(sql`p.id in (
    select o.person_id from one_time_token o where o.token_hash = ${hashToken(token)}
    union all
    select s.person_id from sign_in_step s where s.token_hash = ${hashToken(token)}
  )`)}`;

/** A directory that provisions a unit sees its people and groups. */
const ofDirectory = (token: string) => sql`
  select t.name as text, false as exact from scim_token k join tenant t on t.id = k.tenant_id where k.token_hash = ${hashToken(token)}
  union all
  ${people(sql`p.id in (
    select m.person_id from scim_token k join membership m on m.tenant_id = k.tenant_id where k.token_hash = ${hashToken(token)}
  )`)}`;

/** Whoever opens the link to a unit's archive gets all of the unit. */
const ofExport = (key: string) =>
  sql`select t.name as text, false as exact from unit_export e join tenant t on t.id = e.tenant_id where e.link_hash = ${hashToken(key)}`;

/**
 * Also those that are over: the farewell names the unit, and mails from before are read after it. What is known of such a
 * unit is its name and its partner's, word for word; a row or a person of it in a mail is a leak again.
 */
const memberships = sql`
  select person_id, tenant_id from membership
  union all
  select (before ->> 'person_id')::uuid, tenant_id from audit_log where object_type = 'membership' and after is null`;

/** Those who may act for a person, and be named in a mail that says so: of the same units, of their partner, the operator's. */
const actingFor = (address: string) => sql`
  select other.person_id from person p join membership m on m.person_id = p.id join membership other on other.tenant_id = m.tenant_id
  where p.email = ${address}
  union all
  select person_id from staff where partner_id is null or partner_id in (
    select t.partner_id from person p join membership m on m.person_id = p.id join tenant t on t.id = m.tenant_id where p.email = ${address}
  )`;

/** On a ticket `t`: the receiver works for the partner or the operator that it was escalated to. */
const escalatedTo = (address: string) => sql`exists (
  select from staff s join person r on r.id = s.person_id left join tenant u on u.id = t.tenant_id
  where r.email = ${address} and (s.role = 'operator' and t.level = 'operator' or s.role = 'partner' and t.level <> 'unit' and u.partner_id = s.partner_id))`;

/** Markers in mails to people who have nothing to do with them, and any marker at all in the log: it names routes and ids only. */
export async function leaksLeftBehind(owner: Owner, directory: string, log: readonly string[]): Promise<Leak[]> {
  // Of an erased unit nobody knows any more who was in it: its mails were to addresses with its own marker.
  const erased = await owner.run(
    sql<{ name: string }>`select after ->> 'name' as name from audit_log where action = 'company.erase' and tenant_id is null`,
  );
  const gone = markersIn(erased.map(({ name }) => name).join(' '));
  const inLog = log
    .filter((line) => markersIn(line).size > 0)
    .map((line) => ({ where: `the log says ${line}`, markers: [...markersIn(line)] }));
  return [...inLog, ...(await leaksInMails(owner, await readOutbox(directory), gone))];
}

async function leaksInMails(owner: Owner, mails: readonly Email[], gone: ReadonlySet<string>): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const mail of mails) {
    const address = mail.to?.[0]?.address?.toLowerCase() ?? '';
    const rows = await owner.run(sql<Row>`
      ${people(sql`p.email = ${address} or p.id in (${actingFor(address)}) or p.id in (${ofTickets(escalatedTo(address))})`)}
      union all
      select t.name, false from person p join membership m on m.person_id = p.id join tenant t on t.id = m.tenant_id where p.email = ${address}
      union all
      select unnest(array[t.name, pa.name]), true
      from person p join (${memberships}) m on m.person_id = p.id join tenant t on t.id = m.tenant_id join partner pa on pa.id = t.partner_id
      where p.email = ${address}
      union all
      select unnest(array_remove(array[pa.name, t.name], null)), true from person p join staff s on s.person_id = p.id join partner pa on pa.id = s.partner_id
      left join tenant t on t.partner_id = pa.id where p.email = ${address}
      union all
      select t.name, true from person p join staff s on s.person_id = p.id and s.role = 'operator' cross join tenant t where p.email = ${address}
      union all
      select t.name, true from registration_link l join tenant t on t.id = l.tenant_id where l.email = ${address}
      union all
      select a.after ->> 'name', true from person p join staff s on s.person_id = p.id join audit_log a on a.partner_id = s.partner_id
      where p.email = ${address} and a.action = 'company.erase' and a.tenant_id is null`);
    const foreign = foreignIn([mail.subject, mail.text, mail.html].join(' '), allowedOf(rows)).filter(
      (marker) => !gone.has(marker) || !address.includes(marker),
    );
    if (foreign.length > 0) leaks.push({ where: `a mail to ${address}`, markers: foreign });
  }
  return leaks;
}
