/**
 * May this token be exchanged, and if not, why: one decision for the sign-in and for the page that explains a token. Until the unit's
 * secret has signed it nothing of a token is believed, and every refusal is the same.
 */
import type { EmbedClaims } from '@vitrine/contract/embedding/embedding.ts';
import { clockSeconds, embedClaims, tokenSeconds } from '@vitrine/contract/embedding/embedding.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { compactVerify, decodeJwt } from 'jose';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import type { UnitFacts } from '#domain/access/accessRules.ts';
import { dayIn, settingsNow, unitRefusal } from '#domain/access/accessRules.ts';
import type { Identity } from '#domain/reportAccess/decide.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { earlierSecretPlace, secretPlace } from './secret.ts';

export type Unit = UnitFacts & {
  id: string;
  partner_id: string | null;
  token_embedded: string | null;
  secret_before: string | null;
  secret_before_until: string | null;
  origins: string[];
  anonymous_membership_id: string | null;
  anonymous_identity: Identity | null;
  group_id: string | null;
  revoked_at: string | null;
};

type Member = { membership_id: string; person_id: string; role: 'admin' | 'user'; state: string; name: string };
type Reader = Omit<Member, 'state'> & { anonymous: boolean };

type Refusal = { word: ErrorWord; values?: Record<string, string> };
type Accepted = { unit: Unit; claims: EmbedClaims; reader: Reader; report_ids: string[] };
/** As far as the token was believed. */
export type Judged = ({ refusal: null } & Accepted) | ({ refusal: Refusal } & Partial<Accepted>);

type Needed = Pick<PublicContext, 'identity' | 'secrets' | 'now'>;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What stands in a token, believed or not. */
export function spelled(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

async function unitNamedBy(identity: PublicContext['identity'], token: string): Promise<Unit | undefined> {
  const { iss } = spelled(token);
  if (typeof iss !== 'string' || !uuid.test(iss)) return undefined;
  const [unit] = await identity.run(sql<Unit>`
    select t.id, t.partner_id, t.state, t.trial_ends_on, ts.value as settings, ts.ip_before, ts.ip_probation_until, ts.token_embedded,
      ps.value as partner_settings, e.secret_before, e.secret_before_until, coalesce(e.origins, '{}') as origins,
      e.anonymous_membership_id, e.anonymous_identity, e.group_id, e.revoked_at
    from tenant t
    left join tenant_setting ts on ts.tenant_id = t.id
    left join partner_setting ps on ps.partner_id = t.partner_id
    left join embedding e on e.tenant_id = t.id
    where t.id = ${iss}`);
  return unit;
}

/** HS256 and nothing else, whatever the token asks for. */
async function isSignedWith(token: string, secret: string): Promise<boolean> {
  return compactVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] }).then(
    () => true,
    () => false,
  );
}

async function isSigned({ secrets, now }: Needed, unit: Unit, token: string): Promise<boolean> {
  const { id, token_embedded, secret_before, secret_before_until } = unit;
  if (token_embedded !== null && (await isSignedWith(token, secrets.decrypt(token_embedded, secretPlace(id))))) return true;
  if (secret_before === null || secret_before_until === null || Date.parse(secret_before_until) <= now().getTime()) return false;
  return isSignedWith(token, secrets.decrypt(secret_before, earlierSecretPlace(id)));
}

/** What the times of a token say, in seconds. */
function timesRefusal({ iat, nbf = iat, exp }: EmbedClaims, revoked_at: string | null, now: number): Refusal | null {
  if (Math.max(iat, nbf) > now + clockSeconds) return { word: 'embed_token_early' };
  if (exp <= now) return { word: 'embed_token_expired' };
  if (exp - Math.max(iat, nbf) > tokenSeconds || exp > now + tokenSeconds + clockSeconds) return { word: 'embed_token_long' };
  if (revoked_at !== null && iat * 1000 <= Date.parse(revoked_at)) return { word: 'embed_token_revoked' };
  return null;
}

/** The person of the unit whom the token names; otherwise the one in whose place strangers read. */
function readerOf(members: readonly Member[], { anonymous_membership_id }: Unit): Reader | ErrorWord {
  const named = members.find(({ membership_id }) => membership_id !== anonymous_membership_id) ?? null;
  const member = named ?? members[0];
  if (!member) return 'embed_reader_unknown';
  const { state, ...reader } = member;
  // Strangers never read with the rights of whoever manages.
  if (state !== 'active' || (!named && member.role !== 'user')) return 'embed_reader_blocked';
  return { ...reader, anonymous: !named };
}

/** The unit lets somebody in, and lets its reports be embedded. */
function unitRefusalNow(unit: Unit, now: Date): Refusal | null {
  const settings = settingsNow(unit, now);
  const closed = unitRefusal(unit, 'user', dayIn(settings.timezone, now));
  if (closed !== null) return { word: closed };
  return settings.enable_embedded ? null : { word: 'embed_off' };
}

type Claims = { claims: EmbedClaims; refusal: null } | { refusal: Refusal };

function claimsIn(token: string): Claims {
  const parsed = embedClaims.safeParse(spelled(token));
  if (parsed.success) return { claims: parsed.data, refusal: null };
  const [issue] = parsed.error.issues;
  const claim = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  return { refusal: { word: 'embed_token_shape', values: { claim: String(claim).slice(0, 60) } } };
}

type Facts = { members: Member[]; used: boolean; report_ids: string[] };

/** Who is named, whether the token was exchanged before, and which of its reports may be embedded. */
async function factsOf(identity: PublicContext['identity'], unit: Unit, { sub, jti, reports = [], group }: EmbedClaims): Promise<Facts> {
  const named = sql`p.email = ${sub?.toLowerCase() ?? null}`;
  const [members, used, allowed] = await identity.run(
    sql<Member>`
      select m.id as membership_id, m.person_id, m.role, m.state, p.name from membership m join person p on p.id = m.person_id
      where m.tenant_id = ${unit.id} and (${named} or m.id = ${unit.anonymous_membership_id}::uuid) order by ${named} desc nulls last`,
    sql`select id from embedded_session where tenant_id = ${unit.id} and jti_hash = ${hashToken(jti)}`,
    sql<{ id: string }>`
      select r.id from report r
      where r.tenant_id = ${unit.id} and r.active and (r.id = any (${reports}::uuid[]) or r.group_id = ${group ?? null}::uuid)
        and (r.group_id = ${unit.group_id}::uuid or exists (select from embedded_report e where e.tenant_id = r.tenant_id and e.report_id = r.id))`,
  );
  return { members, used: used.length > 0, report_ids: allowed.map(({ id }) => id) };
}

/** All reports that the token lists, or at least one of its group. */
const areAllowed = ({ reports = [] }: EmbedClaims, allowed: readonly string[]): boolean =>
  allowed.length > 0 && reports.every((id) => allowed.includes(id.toLowerCase()));

/** `isHere` says whether the unit may be entered from where it was asked. */
export async function judge(ctx: Needed, token: string, isHere: (unit: Unit) => boolean): Promise<Judged> {
  const unit = await unitNamedBy(ctx.identity, token);
  if (!unit || !isHere(unit) || !(await isSigned(ctx, unit, token))) return { refusal: { word: 'embed_token_unsigned' } };
  const closed = unitRefusalNow(unit, ctx.now());
  if (closed) return { refusal: closed, unit };
  const said = claimsIn(token);
  if (said.refusal !== null) return { refusal: said.refusal, unit };
  const { claims } = said;
  const untimely = timesRefusal(claims, unit.revoked_at, Math.floor(ctx.now().getTime() / 1000));
  if (untimely) return { refusal: untimely, unit, claims };
  if (!unit.origins.includes(claims.origin)) return { refusal: { word: 'embed_origin', values: { origin: claims.origin } }, unit, claims };
  const { members, used, report_ids } = await factsOf(ctx.identity, unit, claims);
  const reader = readerOf(members, unit);
  if (typeof reader === 'string') return { refusal: { word: reader }, unit, claims };
  // Rows of a person are decided by the access to the report.
  if (claims.rls && !reader.anonymous) return { refusal: { word: 'embed_token_shape', values: { claim: 'rls' } }, unit, claims, reader };
  if (!areAllowed(claims, report_ids)) return { refusal: { word: 'embed_report_closed' }, unit, claims, reader };
  const accepted = { unit, claims, reader, report_ids };
  return used ? { refusal: { word: 'embed_token_used' }, ...accepted } : { refusal: null, ...accepted };
}
