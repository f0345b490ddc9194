/** Self-registration. Nobody is signed in, so every statement names the unit of the host or of its partner. Answers do not reveal which addresses are known. */
import type * as contract from '@vitrine/contract/signIn/registration.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type { ShownTerm } from '@vitrine/contract/settings/terms.ts';
import { sql } from 'kysely';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { giveBack, ofEmail, ofNetwork, requireAttempt, requireAttemptFrom, reserve } from '#platform/http/rateLimit.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { defaultUnit } from '#domain/organisation/defaultUnit.ts';
import { acceptTerms, linkedTerms } from '#domain/terms/pendingTerms.ts';
import type { FieldRule } from '#domain/people/customFields.ts';
import { checkedValues } from '#domain/people/customFields.ts';
import { passwordProblems, strictestRules } from '#domain/session/passwordRules.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { SettingsDocument } from '#domain/settings/tenantSettings.ts';
import { effectiveSettings } from '#domain/settings/tenantSettings.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { tellOfRegistration } from './registration.jobs.ts';
import { domainOf, mayRegister } from './registration.rules.ts';

const linkHours = 24;

type Door = {
  tenant_id: string;
  unit_name: string;
  settings: SettingsDocument;
  partner_settings: SettingsDocument;
  registration_domains: string[];
  trusted_domains: string[];
  /** Whose addresses come in by another way than a password. */
  sso_domains: string[];
  full: boolean;
};

/** The unit of the host, or the one that its partner has chosen for those who register, if people may register there. */
async function doorOf(ctx: PublicContext): Promise<Door | null> {
  const { host } = ctx.request;
  const tenant_id = host.tenant_id ?? (await defaultUnit(ctx.identity, host.partner_id, 'registration'));
  if (tenant_id === null) return null;
  const [row] = await ctx.identity.run(
    sql<Door>`
      select t.id as tenant_id, t.name as unit_name, ts.value as settings, ps.value as partner_settings,
        coalesce(ts.registration_domains, '{}') as registration_domains, coalesce(ts.trusted_domains, '{}') as trusted_domains,
        coalesce(ts.password_off_domains, '{}') as sso_domains,
        unit_is_full(t.id) as full
      from tenant t
      left join tenant_setting ts on ts.tenant_id = t.id
      join partner p on p.id = t.partner_id and p.state = 'active'
      left join partner_setting ps on ps.partner_id = p.id
      where t.id = ${tenant_id} and t.self_registration and t.state in ('trial', 'active')`,
  );
  return row && effectiveSettings(row.settings, row.partner_settings).enable_auto_register ? row : null;
}

async function requireDoor(ctx: PublicContext): Promise<Door> {
  return (await doorOf(ctx)) ?? fail('functionality_not_allowed');
}

/** Fields that the unit asks of whoever registers, and the terms that hold for readers. */
async function askedAt(ctx: PublicContext, tenant_id: string): Promise<{ fields: FieldRule[]; terms: ShownTerm[] }> {
  const [fields, terms] = await ctx.identity.run(
    sql<FieldRule>`
      select id, name, type, options, required, searchable, in_registration, is_global from custom_field
      where tenant_id = ${tenant_id} and active and in_registration order by is_global desc, position, name_key`,
    linkedTerms({ tenant_id, partner_id: null }, 'user'),
  );
  return { fields, terms };
}

export async function isEnable(ctx: PublicContext): Promise<Answer<typeof contract.isEnable>> {
  const door = await doorOf(ctx);
  if (!door) return { enabled: false, full: false, unit_name: null, fields: [], terms: [] };
  return { enabled: true, full: door.full, unit_name: door.unit_name, ...(await askedAt(ctx, door.tenant_id)) };
}

/** Mails a link to a new address, a hint to a known one; the answer is the same. */
export async function register(
  ctx: PublicContext,
  { email, language }: { email: string; language: string },
): Promise<{ status: 'confirm_email' }> {
  const now = ctx.now();
  const door = await requireDoor(ctx);
  await requireAttempt(ctx.identity, [ofNetwork('register_network', ctx.request.ip)], now);
  if (door.full) fail('user_limit_reached');
  if (!mayRegister(email, door)) failFields({ email: 'domain_not_accepted' });
  if (door.sso_domains.includes(domainOf(email))) failFields({ email: 'sso_domain' });
  const [reserved, [known]] = await ctx.identity.run(
    reserve([ofEmail('register', email)], now),
    query.selectFrom('person').select(['name', 'email', 'language']).where('email', '=', email),
  );
  if (reserved.length === 0) return { status: 'confirm_email' };
  const token = newToken();
  const expires_at = new Date(now.getTime() + linkHours * 3_600_000);
  const sender = await mailSenderOf(ctx);
  const mail = known
    ? accountMail('known', known, sender, { path: '/signin' })
    : // After the #, so that no server and no log ever gets it.
      accountMail('confirm', { name: email, email, language }, sender, { path: `/register#${token}`, values: { hours: linkHours } });
  // Also created for a known address, so that the work takes the same time. That link is never sent.
  await ctx.identity.run(
    sql`update registration_link set used_at = ${now} where tenant_id = ${door.tenant_id} and email = ${email} and used_at is null`,
    query
      .insertInto('registration_link')
      .values({ tenant_id: door.tenant_id, id: uuidv7(), email, language, token_hash: hashToken(token), created_at: now, expires_at }),
    queueMail(ctx, mail),
  );
  return { status: 'confirm_email' };
}

/** A valid link of the unit behind this host. A wrong one counts as a guess. */
async function findLink(ctx: PublicContext, token: string): Promise<{ door: Door; email: string; language: string }> {
  const counted = await requireAttemptFrom(ctx);
  const door = await requireDoor(ctx);
  const [link] = await ctx.identity.run(
    sql<{ email: string; language: string }>`
      select email, language from registration_link
      where tenant_id = ${door.tenant_id} and token_hash = ${hashToken(token)} and used_at is null and expires_at > ${ctx.now()}`,
  );
  if (!link) return fail('link_used');
  await ctx.identity.run(giveBack([counted.key]));
  if (door.sso_domains.includes(domainOf(link.email))) fail('sso_required');
  return { door, ...link };
}

const rulesAt = ({ settings, partner_settings }: Door) => strictestRules([effectiveSettings(settings, partner_settings)]);

export async function registerForm(ctx: PublicContext, token: string): Promise<Answer<typeof contract.registerForm>> {
  const { door, email } = await findLink(ctx, token);
  if (door.full) fail('user_limit_reached');
  return { email, unit_name: door.unit_name, rules: rulesAt(door), ...(await askedAt(ctx, door.tenant_id)) };
}

export async function registerFinish(
  ctx: PublicContext,
  body: Input<typeof contract.registerFinish>['body'],
): Promise<{ status: 'waiting' | 'active' }> {
  const { door, email, language } = await findLink(ctx, body.token);
  const { tenant_id } = door;
  const { fields, terms } = await askedAt(ctx, tenant_id);
  const custom = checkedValues(fields, body.custom);
  if (terms.some(({ version_id }) => !body.accepted.includes(version_id))) fail('terms_pending');
  const rules = rulesAt(door);
  const problems = await passwordProblems(body.password, rules, { email, name: body.name, units: [door.unit_name] });
  if (problems.length > 0) failFields({ password: problems }, { min: rules.min_character });
  const password_hash = await ctx.passwords.hash(body.password);

  const now = ctx.now();
  const isTrusted = door.trusted_domains.includes(domainOf(email));
  const [person_id, membership_id] = [uuidv7(), uuidv7()];
  const { ip, user_agent } = ctx.request;
  await unlessKnown(
    ctx.identity.withTenant(async (tx) => {
      const taken = await tx.run(
        sql<{ id: string }>`
          update registration_link set used_at = ${now}
          where tenant_id = ${tenant_id} and token_hash = ${hashToken(body.token)} and used_at is null and expires_at > ${now} returning id`,
      );
      if (taken.length === 0) fail('link_used');
      await tx.run(
        query.insertInto('person').values({ id: person_id, email, name: body.name, language, password_hash, password_changed_at: now }),
        query.insertInto('membership').values({
          tenant_id,
          id: membership_id,
          person_id,
          role: 'user',
          state: isTrusted ? 'active' : 'inactive',
          custom: JSON.stringify(custom),
          registered_at: now,
          registration_decided_at: isTrusted ? now : null,
        }),
        sql`
          insert into user_group_member (tenant_id, group_id, membership_id)
          select tenant_id, id, ${membership_id}::uuid from user_group where tenant_id = ${tenant_id} and is_default`,
        ...acceptTerms(
          terms.map(({ version_id }) => version_id),
          { person_id, tenant_id, at: now, ip, language, user_agent },
        ),
        auditLine({ action: 'registration.finish', person_id, tenant_id, details: { active: isTrusted } }),
        ...(isTrusted ? [] : [addJob(tellOfRegistration, tenant_id, { membership_id })]),
      );
    }),
  );
  return { status: isTrusted ? 'active' : 'waiting' };
}

/** An account with this address was created after the link was sent. */
async function unlessKnown(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (isUniqueViolation(error)) fail('link_used');
    throw error;
  }
}
