/** Rows of domains as they are read, and what the caller may do with each. */
import type { Domain, DomainRecord, DomainState } from '@vitrine/contract/organisation/domains.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { productName } from '#domain/branding/layers.ts';
import { recordName } from './records.rules.ts';
import { shownHost } from './hostName.rules.ts';

export type Row = {
  id: string;
  host: string;
  tenant_id: string | null;
  partner_id: string | null;
  owner_name: string | null;
  state: DomainState;
  verify_token: string | null;
  asked_by: string | null;
  approved_at: string | null;
  failure: Domain['failure'];
  note: string;
  checks_end_at: string | null;
  verified_at: string | null;
  activated_at: string | null;
  removed_at: string | null;
  created_at: string;
  fee_cents: number;
  version: number;
  checked_at: string | null;
  silent: boolean | null;
  txt_seen: string[] | null;
  cname_seen: string[] | null;
  txt_right: boolean | null;
  cname_right: boolean | null;
  lost_since: string | null;
  certificate: 'waiting' | 'issued' | 'failed' | null;
  certificate_problem: NonNullable<Domain['certificate']>['problem'];
  certificate_at: string | null;
  certificate_until: string | null;
};

/** A unit sees no partners, and needs none: all it sees is its own. */
const partnerName = (role: Role): RawBuilder<unknown> =>
  role === 'admin' ? sql`null::text` : sql`(select p.name from partner p where p.id = d.partner_id)`;

const columns = (role: Role) => sql`
  d.id, d.host, d.tenant_id, d.partner_id, coalesce((select t.name from tenant t where t.id = d.tenant_id), ${partnerName(role)}) as owner_name,
  d.state, d.verify_token, d.asked_by, d.approved_at, d.failure, d.note, d.checks_end_at, d.verified_at, d.activated_at, d.removed_at,
  d.created_at, d.fee_cents::int as fee_cents, d.version, c.checked_at, c.silent, c.txt_seen, c.cname_seen, c.txt_right, c.cname_right, c.lost_since,
  c.certificate, c.certificate_problem, c.certificate_at, c.certificate_until`;

/** Domains in sight, under conditions on `d`. */
export const domainRows = (role: Role, rest: RawBuilder<unknown>): RawBuilder<Row> =>
  sql<Row>`select ${columns(role)} from domain d left join domain_check c on c.domain_id = d.id ${rest}`;

function recordsOf(row: Row, target: string): DomainRecord[] {
  if (row.verify_token === null) return [];
  return [
    { kind: 'TXT', name: recordName(row.host), expected: row.verify_token, seen: row.txt_seen ?? [], right: row.txt_right ?? false },
    { kind: 'CNAME', name: row.host, expected: target, seen: row.cname_seen ?? [], right: row.cname_right ?? false },
  ];
}

const certificateOf = (row: Row): Domain['certificate'] =>
  row.certificate === null || row.verified_at === null || row.state === 'failed'
    ? null
    : { state: row.certificate, problem: row.certificate_problem, checked_at: row.certificate_at, until: row.certificate_until };

/** Whose it is, as people read it. */
const ownerOf = ({ tenant_id, partner_id, owner_name }: Row): Domain['owner'] => ({
  kind: tenant_id !== null ? 'unit' : partner_id !== null ? 'partner' : 'platform',
  name: owner_name ?? productName,
});

export function domainOf(row: Row, { role, target }: { role: Role; target: string }): Domain {
  const { id, host, state, failure, note, checks_end_at, lost_since, fee_cents, created_at, activated_at, removed_at, version } = row;
  const waits = state === 'pending' && row.approved_at === null;
  const isOpen = state === 'pending' || state === 'verified' || state === 'active';
  // A unit's domain is asked for by the unit or its partner; the operator sees all and may end any.
  const mayAsk = role !== 'operator' || (row.tenant_id === null && row.partner_id === null);
  return {
    id,
    host,
    host_shown: shownHost(host),
    owner: ownerOf(row),
    state,
    waits_for_partner: waits,
    failure,
    note,
    records: recordsOf(row, target),
    checked_at: row.checked_at,
    silent: row.silent ?? false,
    checks_end_at,
    lost_since: state === 'active' ? lost_since : null,
    certificate: certificateOf(row),
    fee_cents,
    created_at,
    activated_at,
    removed_at,
    version,
    can: {
      check: row.verify_token !== null && isOpen && !waits,
      answer: waits && role === 'partner',
      // What the partner has refused it may allow itself.
      retry: state === 'failed' && mayAsk && (failure !== 'denied' || role === 'partner'),
      // The host that a unit was made with stays with it.
      remove: (isOpen || state === 'failed') && (row.verify_token !== null || role === 'operator'),
    },
  };
}
