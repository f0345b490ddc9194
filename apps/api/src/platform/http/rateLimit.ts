/**
 * Limits guesses of every secret. An attempt is reserved in the database before the secret is compared, in one atomic
 * statement, so that parallel guesses never get more tries than the limit, on however many nodes (docs/reference/product-rules.md 2.2).
 */
import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { networkOf } from './ipAddress.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail } from './fail.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Cookies } from './cookies.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

type Rule = {
  limit: number;
  windowMs: number;
  /** Beyond the limit one try is let through after `firstMs`, then after twice as long, at most after `maxMs`. */
  backoff?: { firstMs: number; maxMs: number };
};

const minutes = (count: number) => count * 60_000;

export const rules = {
  /** A browser that signed in before has a counter of its own. */
  device: { limit: 10, windowMs: minutes(10) },
  /** All unknown browsers together, per account. Nobody is locked out for good. */
  account: { limit: 10, windowMs: minutes(10), backoff: { firstMs: 30_000, maxMs: minutes(15) } },
  network: { limit: 100, windowMs: minutes(10) },
  /** One wrong password tried by unknown browsers on any accounts, from any networks. */
  password: { limit: 20, windowMs: minutes(60) },
  /** Codes and passkeys of one unfinished sign-in, or of one session that has to confirm the second factor again. */
  step: { limit: 5, windowMs: minutes(10) },
  /** Second steps of a known browser, and of all unknown browsers together: starting the sign-in again brings no additional guesses. */
  code_device: { limit: 10, windowMs: minutes(10) },
  code_account: { limit: 20, windowMs: minutes(60), backoff: { firstMs: 30_000, maxMs: minutes(15) } },
  /** Codes that are mailed to one person. */
  code_mail: { limit: 5, windowMs: minutes(10) },
  /** Mails through a server that somebody tries out. */
  mail_test: { limit: 10, windowMs: minutes(10) },
  /** Examples of mails that somebody has sent to themselves. */
  mail_example: { limit: 10, windowMs: minutes(10) },
  /** Reports that one person shares, and questions to those who answer for one: each is somebody's mail. */
  share: { limit: 20, windowMs: minutes(60) },
  /** Comments of one person on reports: each may be several people's notice. */
  comment: { limit: 60, windowMs: minutes(60) },
  /** Searches of one person that found no question and are counted. */
  faq_search: { limit: 30, windowMs: minutes(60) },
  /** That somebody looks at a ticket or writes: one hand in a few tabs. */
  presence: { limit: 40, windowMs: minutes(1) },
  /** Calls of a unit's directory in a second (SCIM). */
  scim: { limit: 25, windowMs: 1000 },
  /** That a directory found no seat is told once a day. */
  scim_full: { limit: 1, windowMs: minutes(24 * 60) },
  /** Looks at the records of one domain: each asks name servers that are not ours. */
  domain_check: { limit: 6, windowMs: minutes(10) },
  /** Documents of providers that a unit has looked at: each asks a server that is not ours. */
  saml_metadata: { limit: 20, windowMs: minutes(10) },
  /** Browsers that one person lets the portal tell them in. */
  push_device: { limit: 30, windowMs: minutes(10) },
  /** Calls of addresses that a unit tries out: each asks a server that is not ours. */
  webhook_test: { limit: 20, windowMs: minutes(10) },
  reset: { limit: 3, windowMs: minutes(60) },
  reset_network: { limit: 20, windowMs: minutes(60) },
  register: { limit: 3, windowMs: minutes(60) },
  register_network: { limit: 5, windowMs: minutes(60) },
  /** Log entries that anybody can cause without a session, and audit lines about refused attempts. */
  note: { limit: 60, windowMs: minutes(10) },
} as const satisfies Record<string, Rule>;
type RuleName = keyof typeof rules;

/** Something that is counted. */
export type Counted = { rule: RuleName; key: string };

/** An account by its e-mail, known or not: normalised, so that spellings of one address count together, and hashed. */
export const ofEmail = (rule: RuleName, email: string): Counted => ({
  rule,
  key: `${rule}:${createHash('sha256').update(email.normalize('NFKC').trim().toLowerCase()).digest('base64url')}`,
});
/** A row of the portal, by its id. */
export const ofId = (rule: RuleName, id: string): Counted => ({ rule, key: `${rule}:${id}` });
export const ofNetwork = (rule: RuleName, ip: string): Counted => ({ rule, key: `${rule}:${networkOf(ip)}` });
const digestBytes = 4;
/** A wrong password, by so few bytes of a keyed digest that the password cannot be recovered. */
export const ofPassword = (secrets: Secrets, password: string): Counted & { rule: 'password' } => ({
  rule: 'password',
  key: `password:${secrets.digests(password.normalize('NFKC'), 'wrong_password')[0]?.subarray(0, digestBytes).toString('hex')}`,
});

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Counts one attempt if the limit allows it and returns the key with the count; no row if it does not. `keys` is a select of one text column. */
function reservation(name: RuleName, keys: RawBuilder<unknown>, now: Date): RawBuilder<{ key: string; count: number }> {
  const rule: Rule = rules[name];
  const { limit, windowMs, backoff } = rule;
  const windowOver = sql`a.window_started_at <= ${later(now, -windowMs)}`;
  const fresh = backoff ? sql`(${windowOver} and coalesce(a.blocked_until <= ${later(now, -backoff.maxMs)}, true))` : sql`(${windowOver})`;
  const wait = backoff
    ? sql`case when a.count + 1 >= ${limit}::int then ${now}::timestamptz + least(${backoff.firstMs}::float8 * power(2, least(a.count + 1 - ${limit}::int, 20)), ${backoff.maxMs}::float8) * interval '1 millisecond' end`
    : sql`null::timestamptz`;
  const left = backoff ? sql`coalesce(a.blocked_until <= ${now}, true)` : sql`a.count < ${limit}::int`;
  return sql`
    insert into attempt as a (key, window_started_at, count)
    select key, ${now}::timestamptz, 1 from (${keys}) as keys (key)
    on conflict (key) do update set
      window_started_at = case when ${fresh} then excluded.window_started_at else a.window_started_at end,
      count = case when ${fresh} then 1 else a.count + 1 end,
      blocked_until = case when ${fresh} then null else ${wait} end
    where ${fresh} or ${left}
    returning key, count`;
}

/** Reserves one attempt for each subject in order, stopping at the first whose limit is reached. Returns the reserved keys. */
export function reserve(counted: readonly [Counted, ...Counted[]], now: Date): Statement<{ key: string }> {
  const names = counted.map((_, index) => sql.id(`step_${index}`));
  const steps = counted.map(({ rule, key }, index) => {
    const before = names[index - 1];
    const keys = before ? sql`select ${key}::text where exists (select from ${before})` : sql`select ${key}::text`;
    return sql`${names[index]} as (${reservation(rule, keys, now)})`;
  });
  return sql<{ key: string }>`with ${sql.join(steps)} ${sql.join(
    names.map((name) => sql`select key from ${name}`),
    sql` union all `,
  )}`;
}

/** Counts an attempt that is only known afterwards, and returns the new count; no row when the limit is reached. */
export const countOne = ({ rule, key }: Counted, now: Date): Statement<{ count: number }> =>
  reservation(rule, sql`select ${key}::text`, now);

/** Whether the limit is reached. */
export const isFull = ({ rule, key }: Counted, now: Date): Statement<{ full: boolean }> => sql<{ full: boolean }>`
  select exists (select from attempt where key = ${key} and count >= ${rules[rule].limit} and window_started_at > ${later(now, -rules[rule].windowMs)}) as full`;

export type SignInReservation = {
  /** The known device, if the person signed in from this browser before. */
  device_id: string | null;
  /** Until when the device may skip the second step. */
  trusted_until: string | null;
  /** The counters that the attempt uses: of a known device its own alone, so that it never waits for others behind its address. */
  keys: string[];
  reserved: boolean;
};

/** Reserves an attempt to sign in: one of the device's when the account knows it, otherwise one of all unknown devices'. */
export function reserveSignIn(who: { email: string; device_hash: Buffer | null; ip: string }, now: Date): Statement<SignInReservation> {
  const account = ofEmail('account', who.email).key;
  const network = ofNetwork('network', who.ip).key;
  return sql<SignInReservation>`
    with known as (
      select d.id, d.trusted_until, 'device:' || d.id as key from device d join person p on p.id = d.person_id
      where d.token_hash = ${who.device_hash} and p.email = ${who.email}
    ),
    network as (${reservation('network', sql`select ${network}::text where not exists (select from known)`, now)}),
    device as (${reservation('device', sql`select known.key from known`, now)}),
    account as (${reservation('account', sql`select ${account}::text where exists (select from network)`, now)})
    select (select id from known) as device_id, (select trusted_until from known) as trusted_until, coalesce((select array[key] from known), array[${network}::text, ${account}::text]) as keys,
      exists (select from device) or exists (select from account) as reserved`;
}

/** Gives attempts back that turned out not to be guesses. */
export function giveBack(keys: readonly string[]): Statement {
  // In the order in which they were reserved, so that two sign-ins cannot deadlock.
  return sql`update attempt set count = greatest(count - 1, 0), blocked_until = null where key = any (${[...keys]}::text[])`;
}

/** Seconds until one more attempt is let through. */
export async function secondsToWait(identity: Pick<Scoped, 'run'>, keys: readonly string[], now: Date): Promise<number> {
  const rows = await identity.run(
    sql<{ key: string; window_started_at: string; count: number; blocked_until: string | null }>`
      select key, window_started_at, count, blocked_until from attempt where key = any (${[...keys]}::text[])`,
  );
  const waits = rows.map((row) => {
    const rule: Rule = rules[row.key.split(':')[0] as RuleName];
    if (row.blocked_until !== null) return Date.parse(row.blocked_until) - now.getTime();
    return row.count >= rule.limit ? Date.parse(row.window_started_at) + rule.windowMs - now.getTime() : 0;
  });
  return Math.max(1, Math.ceil(Math.max(0, ...waits) / 1000));
}

/** Reserves one attempt for each subject, or refuses with 429 and the time to wait. */
export async function requireAttempt(identity: Pick<Scoped, 'run'>, counted: readonly [Counted, ...Counted[]], now: Date): Promise<void> {
  const reserved = await identity.run(reserve(counted, now));
  if (reserved.length === counted.length) return;
  fail(
    'throttled',
    {},
    {
      retry_after: await secondsToWait(
        identity,
        counted.map(({ key }) => key),
        now,
      ),
    },
  );
}

/** The seconds until a network has attempts again, if it has none left and the browser is nobody's known device. */
export function fullFor({ rule, key }: Counted, device_hash: Buffer | null, now: Date): Statement<{ seconds: number }> {
  const { limit, windowMs } = rules[rule];
  return sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from a.window_started_at - ${later(now, -windowMs)}::timestamptz)))::int as seconds
    from attempt a where a.key = ${key} and a.count >= ${limit} and a.window_started_at > ${later(now, -windowMs)}
      and not exists (select from device d where d.token_hash = ${device_hash})`;
}

/** Counts one attempt of a network, unless the browser is somebody's known device. */
export const countStranger = ({ rule, key }: Counted, device_hash: Buffer | null, now: Date): Statement<{ count: number }> =>
  reservation(rule, sql`select ${key}::text where not exists (select from device d where d.token_hash = ${device_hash})`, now);

type Asking = { identity: Scoped; cookies: Pick<Cookies, 'device'>; request: { ip: string }; now: () => Date };

/**
 * Reserves an attempt that names no account: of the browser if somebody signed in from it before, so that it never waits for others
 * behind its address, otherwise of the network. Refuses with 429; returns what was counted.
 */
export async function requireAttemptFrom(
  { identity, cookies, request, now }: Asking,
  rule: { known: RuleName; unknown: RuleName } = { known: 'device', unknown: 'network' },
): Promise<Counted> {
  const [known] = cookies.device
    ? await identity.run(sql<{ id: string }>`select id from device where token_hash = ${hashToken(cookies.device)}`)
    : [];
  const counted = known ? ofId(rule.known, known.id) : ofNetwork(rule.unknown, request.ip);
  await requireAttempt(identity, [counted], now());
  return counted;
}
