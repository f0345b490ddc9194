/**
 * Looks at a domain and draws the consequences: proven, served, lost, given up. Runs as identity, because who has proven a name first
 * is a question across units, and nobody but the portal may answer it.
 */
import { checkedForHours, lostForDays } from '@vitrine/contract/organisation/domains.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import { hostsChanged } from '#domain/hosts/hosts.ts';
import type { Services } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Certificate } from '#platform/dns/certificate.ts';
import { readCertificate } from '#platform/dns/certificate.ts';
import type { Look } from './records.rules.ts';
import { isProven, judge, recordName } from './records.rules.ts';
import type { DomainEvent } from './tell.jobs.ts';
import { tellOfDomain } from './tell.jobs.ts';

const dayMs = 86_400_000;
/** How long a proxy may take for a certificate before people are told. */
const certificateMs = dayMs;

export type Checked = {
  id: string;
  host: string;
  state: 'pending' | 'verified' | 'active';
  verify_token: string;
  checks_end_at: string | null;
  verified_at: string | null;
  lost_since: string | null;
  certificate: 'waiting' | 'issued' | 'failed' | null;
};

/** Domains that are to be looked at, under a condition on `d` and `c`, those first that have waited longest. */
export const checkedDomains = (condition: RawBuilder<unknown>, atMost: number): RawBuilder<Checked> => sql<Checked>`
  select d.id, d.host, d.state, d.verify_token, d.checks_end_at, d.verified_at, c.lost_since, c.certificate
  from domain d left join domain_check c on c.domain_id = d.id
  where d.verify_token is not null and d.approved_at is not null and d.state in ('pending', 'verified', 'active') and ${condition}
  order by c.checked_at nulls first, d.id limit ${atMost}`;

type With = Pick<Services, 'dns' | 'environment' | 'now'> & { identity: Scoped };

async function look({ dns, environment }: With, { host, verify_token }: Checked): Promise<Look> {
  const [txt, cname] = await Promise.all([dns.txt(recordName(host)), dns.cname(host)]);
  const addresses = cname?.length === 0 ? await dns.addresses(host) : [];
  return judge({ value: verify_token, target: environment.domains.target }, { txt, cname, addresses });
}

/** A silent server leaves what was seen before. */
const noteLook = ({ id }: Checked, seen: Look, now: Date): Statement => sql`
  insert into domain_check as c (domain_id, checked_at, silent, txt_seen, cname_seen, txt_right, cname_right)
  values (${id}, ${now}, ${seen.silent}, ${seen.txt_seen}::text[], ${seen.cname_seen}::text[], ${seen.txt_right}, ${seen.cname_right})
  on conflict (domain_id) do update set checked_at = excluded.checked_at, silent = excluded.silent,
    txt_seen = case when excluded.silent then c.txt_seen else excluded.txt_seen end,
    cname_seen = case when excluded.silent then c.cname_seen else excluded.cname_seen end,
    txt_right = case when excluded.silent then c.txt_right else excluded.txt_right end,
    cname_right = case when excluded.silent then c.cname_right else excluded.cname_right end`;

const tell = (domain_id: string, event: DomainEvent): Statement => addPlatformJob(tellOfDomain, { domain_id, event });

/** Two nodes, or two owners of one name, take turns. */
const takeTurn = (host: string): Statement => sql`select pg_advisory_xact_lock(hashtextextended('domain ' || ${host}, 0))`;

/** The first who proves a name has it; the others are told. */
async function prove(identity: Scoped, { id, host }: Checked, now: Date): Promise<void> {
  await identity.withTenant(async (tx) => {
    await tx.run(takeTurn(host));
    const [held] = await tx.run(sql`select id from domain where host = ${host} and state in ('verified', 'active') and id <> ${id}`);
    const taken = held
      ? sql`id = ${id}`
      : sql`host = ${host} and id <> ${id} and not exists (select from domain mine where mine.id = ${id} and mine.state <> 'verified')`;
    if (!held)
      await tx.run(
        sql`update domain set state = 'verified', verified_at = ${now}, version = version + 1 where id = ${id} and state = 'pending'`,
      );
    const losers = await tx.run(sql<{ id: string }>`
      update domain set state = 'failed', failure = 'taken', version = version + 1 where state = 'pending' and ${taken} returning id`);
    for (const loser of losers) await tx.run(tell(loser.id, 'taken'));
  });
}

async function checkPending(ctx: With, domain: Checked, seen: Look): Promise<boolean> {
  const now = ctx.now();
  if (isProven(seen)) {
    await prove(ctx.identity, domain, now);
    return true;
  }
  if (domain.checks_end_at === null || Date.parse(domain.checks_end_at) > now.getTime()) return false;
  await ctx.identity.withTenant(async (tx) => {
    const [failed] = await tx.run(sql<{ id: string }>`
      update domain set state = 'failed', failure = 'records', version = version + 1 where id = ${domain.id} and state = 'pending' returning id`);
    if (failed) await tx.run(tell(domain.id, 'failed'));
  });
  return false;
}

/** Records that are gone are told of at once; after a week the domain goes too. Nobody's silence counts. */
async function checkKept({ identity, now }: With, { id, lost_since }: Checked, seen: Look): Promise<void> {
  if (seen.silent) return;
  if (isProven(seen)) {
    if (lost_since !== null) await identity.run(sql`update domain_check set lost_since = null where domain_id = ${id}`);
    return;
  }
  if (lost_since === null) {
    await identity.run(sql`update domain_check set lost_since = ${now()} where domain_id = ${id}`, tell(id, 'lost'));
    return;
  }
  if (Date.parse(lost_since) + lostForDays * dayMs > now().getTime()) return;
  await identity.withTenant(async (tx) => {
    const [gone] = await tx.run(sql<{ id: string }>`
      update domain set state = 'removed', failure = 'records_gone', removed_at = ${now()}, version = version + 1
      where id = ${id} and state in ('verified', 'active') returning id`);
    if (!gone) return;
    for (const statement of [hostsChanged, tell(id, 'gone')]) await tx.run(statement);
  });
}

const noteCertificate = (id: string, found: Certificate, state: 'waiting' | 'issued' | 'failed', now: Date): Statement => sql`
  update domain_check set certificate = ${state}, certificate_problem = ${'problem' in found ? found.problem : null}, certificate_at = ${now},
    certificate_until = ${'until' in found ? found.until : null}
  where domain_id = ${id}`;

/** Served from the moment the proxy has a certificate that browsers accept. */
async function checkCertificate({ identity, environment, now }: With, domain: Checked): Promise<void> {
  const found = await readCertificate(environment.domains.proxy, domain.host);
  const at = now();
  if ('until' in found) {
    await identity.withTenant(async (tx) => {
      await tx.run(noteCertificate(domain.id, found, 'issued', at));
      const [active] = await tx.run(sql<{ id: string }>`
        update domain set state = 'active', activated_at = ${at}, version = version + 1 where id = ${domain.id} and state = 'verified' returning id`);
      if (active) for (const statement of [hostsChanged, tell(domain.id, 'active')]) await tx.run(statement);
    });
    return;
  }
  const since = domain.verified_at === null ? at.getTime() : Date.parse(domain.verified_at);
  const isLate = domain.state === 'active' || since + certificateMs <= at.getTime();
  const isNews = isLate && domain.certificate !== 'failed';
  await identity.run(
    noteCertificate(domain.id, found, isLate ? 'failed' : 'waiting', at),
    ...(isNews ? [tell(domain.id, 'certificate')] : []),
  );
}

/** One look, with all that follows from it. */
export async function checkDomain(ctx: With, domain: Checked): Promise<void> {
  const seen = await look(ctx, domain);
  await ctx.identity.run(noteLook(domain, seen, ctx.now()));
  if (domain.state === 'pending') {
    if (!(await checkPending(ctx, domain, seen))) return;
    const [proven] = await ctx.identity.run(checkedDomains(sql`d.id = ${domain.id} and d.state = 'verified'`, 1));
    if (proven) await checkCertificate(ctx, proven);
    return;
  }
  await checkKept(ctx, domain, seen);
  await checkCertificate(ctx, domain);
}

/** Until when the records of a domain that is looked for from now on may appear. */
export const checksEnd = (now: Date): Date => new Date(now.getTime() + checkedForHours * 3_600_000);
