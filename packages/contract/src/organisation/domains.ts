/**
 * Domains of units, of partners and of the platform: asked for, proven by records of the DNS, served once there is a certificate
 * (docs/reference/product-rules.md 3, 4 and 15).
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment, version } from '../fields.ts';
import { editableListOf, listQuery } from '../list.ts';

const domainStates = ['pending', 'verified', 'active', 'failed', 'removed'] as const;
export type DomainState = (typeof domainStates)[number];

/** How many a unit, or a partner for itself, may have or be asking for. */
export const domainsAtMost = 5;
/** How long the records may take to appear. */
export const checkedForHours = 72;
/** How long a domain stays without its records before it is taken away. */
export const lostForDays = 7;

const owners = ['unit', 'partner', 'platform'] as const;

const record = z.object({
  kind: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  expected: z.string(),
  /** What the last look found. */
  seen: z.array(z.string()),
  right: z.boolean(),
});
export type DomainRecord = z.infer<typeof record>;

const domain = z.object({
  id,
  /** As the DNS knows it. */
  host: z.string(),
  /** As people write it; the same unless it has letters beyond the DNS's. */
  host_shown: z.string(),
  owner: z.object({ kind: z.enum(owners), name: z.string() }),
  state: z.enum(domainStates),
  /** The partner has not answered yet; nothing is looked for until then. */
  waits_for_partner: z.boolean(),
  failure: z.enum(['records', 'taken', 'denied', 'records_gone']).nullable(),
  /** What the partner wrote. */
  note: z.string(),
  /** None for a host that the operator has set up. */
  records: z.array(record),
  /** When the records were looked for last; no name server answered when `silent`. */
  checked_at: moment.nullable(),
  silent: z.boolean(),
  checks_end_at: moment.nullable(),
  /** Since when an active domain lacks a record. */
  lost_since: moment.nullable(),
  certificate: z
    .object({
      state: z.enum(['waiting', 'issued', 'failed']),
      problem: z.enum(['unreachable', 'silent', 'none', 'not_valid']).nullable(),
      checked_at: moment.nullable(),
      until: moment.nullable(),
    })
    .nullable(),
  /** Of a month, in cents, as it was when the domain was asked for. */
  fee_cents: z.number(),
  created_at: moment,
  activated_at: moment.nullable(),
  removed_at: moment.nullable(),
  version,
  can: z.object({ check: z.boolean(), answer: z.boolean(), retry: z.boolean(), remove: z.boolean() }),
});
export type Domain = z.infer<typeof domain>;

const read = { capability: 'domains', right: 'read' } as const;
const write = { capability: 'domains', right: 'write' } as const;

export const list = endpoint({
  method: 'GET',
  path: '/api/domains',
  can: read,
  summary: 'Domains of the unit; of a partner with its units; of the platform for the operator',
  query: listQuery(['host', 'created_at'], {
    /** `asked`: those of them that wait for the partner's yes. */
    state: z.enum(['all', 'asked', ...domainStates]).default('all'),
  }),
  answer: editableListOf(domain),
});

export const get = endpoint({ method: 'GET', path: '/api/domains/:id', can: read, summary: 'One domain', answer: domain });

export const offer = endpoint({
  method: 'GET',
  path: '/api/domains/offer',
  can: read,
  summary: 'What a further domain costs a month, for whom the caller may ask, and where its name has to lead',
  answer: z.object({
    fee_cents: z.number(),
    target: z.string(),
    /** Whose the domain may be; `tenant_id` is null for the partner or the platform itself. */
    owners: z.array(z.object({ tenant_id: id.nullable(), name: z.string() })),
    /** The partner has to agree before anything is looked for. */
    asks_partner: z.boolean(),
    may_set_fee: z.boolean(),
  }),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/domains',
  can: write,
  summary: 'Asks for a domain',
  audit: 'domain.ask',
  status: 201,
  body: z.strictObject({
    host: z.string().trim().min(1, 'required').max(253),
    /** Without it: the unit of an administrator; the partner or the platform itself. */
    tenant_id: id.nullable().default(null),
    /** The fee of a month that the caller has been told. */
    fee_cents: z.number().int().min(0),
  }),
  answer: domain,
});

const body = z.strictObject({ version });

export const check = endpoint({
  method: 'POST',
  path: '/api/domains/:id/check',
  can: write,
  summary: 'Looks for the records now',
  audit: 'domain.check',
  answer: domain,
});

export const approve = endpoint({
  method: 'POST',
  path: '/api/domains/:id/approve',
  can: write,
  summary: 'The partner agrees to a domain of one of its units',
  audit: 'domain.approve',
  body,
  answer: domain,
});

export const deny = endpoint({
  method: 'POST',
  path: '/api/domains/:id/deny',
  can: write,
  summary: 'The partner refuses a domain of one of its units',
  audit: 'domain.deny',
  body: body.extend({ note: z.string().trim().max(300).default('') }),
  answer: domain,
});

export const retry = endpoint({
  method: 'POST',
  path: '/api/domains/:id/retry',
  can: write,
  summary: 'Looks for the records of a failed domain for another three days',
  audit: 'domain.retry',
  body,
  answer: domain,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/domains/:id',
  can: write,
  summary: 'Takes a domain away: its addresses lead nowhere from now on',
  audit: 'domain.remove',
});

export const setFee = endpoint({
  method: 'PUT',
  path: '/api/domains/fee',
  can: write,
  summary: 'What a domain costs a month, for those asked for from now on',
  audit: 'domain.fee',
  body: z.strictObject({ fee_cents: z.number().int().min(0).max(100_000_00) }),
});

/** A proxy that makes certificates on demand asks this; it has no session, and calls no host of ours. */
export const allowed = endpoint({
  method: 'GET',
  path: '/api/domains/allowed',
  can: 'public',
  any_host: true,
  summary: 'Whether a proxy may get a certificate for this host: 200 for one that is verified or active, else 404',
  query: z.strictObject({ domain: z.string().min(1).max(253) }),
  status: 200,
});

/** docs/reference/specification.md 7 names the call. */
export const whitelist = endpoint({
  method: 'GET',
  path: '/api/auth/config/get/whitelist/by/domain',
  can: read,
  summary: 'Origins that belong together with a domain: all active ones of the same unit, partner or platform',
  query: z.strictObject({ domain_id: id }),
  answer: z.object({ domain_id: id, domain: z.string(), whitelist: z.array(z.string()) }),
});
