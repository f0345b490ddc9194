/** The way from an empty installation to people: a partner, a unit of it, and the unit's administrator with an invitation. */
import { email, locale, defaultLocale, name } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { makeUnit } from '#domain/organisation/makeUnit.ts';
import type { MailSender } from '#domain/people/accountMail.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';

const linkDays = 7;
const action = 'unit.create';

const given = z.object({
  partner: name,
  unit: name,
  host: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/),
  email,
  name,
  language: locale.default(defaultLocale),
  seats: z.coerce.number().int().min(1).max(100_000).default(100),
});
type Given = z.infer<typeof given>;

const meanings: Record<keyof Given, string> = {
  partner: 'the name of the partner, 1 to 120 characters',
  unit: 'the name of the unit, 1 to 120 characters',
  host: 'the host under which the unit is reached, such as unit.portal.example',
  email: "the administrator's e-mail address",
  name: "the administrator's full name",
  language: `the administrator's language, one of ${locale.options.join(', ')}`,
  seats: 'how many people the unit may have',
};

function read(values: Partial<Record<keyof Given, string>>): Given {
  const parsed = given.safeParse(values);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0] as keyof Given));
  throw new Error(`These are needed:\n${[...wrong].map((field) => `  --${field.padEnd(9)} ${meanings[field]}`).join('\n')}`);
}

type Tools = Pick<Services, 'database' | 'environment' | 'secrets' | 'now'>;

/** The unit under this host, made with its partner where they are not there yet. */
async function unitOf(tools: Tools, { partner, unit, host, seats, language }: Given): Promise<string> {
  const { database } = tools;
  const operator = scoped(database, { kind: 'operator', action });
  const [[known], [kept]] = await operator.run(
    sql<{ tenant_id: string; unit: string; partner: string }>`
      select t.id as tenant_id, t.name as unit, p.name as partner
      from domain d join tenant t on t.id = d.tenant_id join partner p on p.id = t.partner_id where d.host = ${host} and d.state = 'active'`,
    sql<{ id: string }>`select id from partner where name = ${partner} order by id limit 1`,
  );
  if (known?.unit === unit && known.partner === partner) return known.tenant_id;
  if (known) throw new Error(`The host ${host} belongs to somebody already`);
  const partner_id = kept?.id ?? uuidv7();
  await operator.run(
    sql`insert into partner (id, name) values (${partner_id}, ${partner}) on conflict do nothing`,
    sql`insert into partner_setting (partner_id) values (${partner_id}) on conflict do nothing`,
  );
  const { id } = await makeUnit(
    {
      ...tools,
      identity: scoped(database, { kind: 'identity', action }),
      partner: scoped(database, { kind: 'partner', partner_id, action }),
    },
    { person_id: null },
    {
      partner_id,
      client_id: null,
      name: unit,
      // Whoever works on the server says the whole host, which may be one of the unit's own.
      subdomain: null,
      host,
      user_limit: seats,
      trial_ends_on: null,
      language,
      // Invited below: the command answers with the link.
      administrator: null,
    },
  );
  return id;
}

type Administrator = { name: string; email: string; language: string };

/**
 * Makes somebody the administrator of a unit, with an invitation and its mail in the same transaction. Answers where the invitation
 * leads, or null for who has a password already.
 */
async function administratorOf(tools: Tools, tenant_id: string, sender: MailSender, person: Administrator): Promise<string | null> {
  const { database, now } = tools;
  const identity = scoped(database, { kind: 'identity', action });
  const [known] = await identity.run(sql<{ id: string; is_staff: boolean; has_password: boolean }>`
    select id, password_hash is not null as has_password, exists (select from staff s where s.person_id = p.id) as is_staff
    from person p where email = ${person.email}`);
  if (known?.is_staff) throw new Error(`${person.email} belongs to the staff of operator or partner, who are no members of units`);
  const id = known?.id ?? uuidv7();
  const token = known?.has_password ? null : newToken();
  const path = `/new/password/${token}`;
  await identity.run(
    ...(known ? ([] as never) : ([query.insertInto('person').values({ id, ...person })] as const)),
    sql`insert into membership (tenant_id, id, person_id, role) values (${tenant_id}, ${uuidv7()}, ${id}, 'admin') on conflict do nothing`,
    sql`update one_time_token set used_at = ${now()} where person_id = ${id} and purpose = 'invitation' and used_at is null`,
    ...(token === null
      ? []
      : [
          query.insertInto('one_time_token').values({
            token_hash: hashToken(token),
            purpose: 'invitation',
            person_id: id,
            host: sender.host.host,
            created_at: now(),
            expires_at: new Date(now().getTime() + linkDays * 86_400_000),
          }),
          // Of no recipient whose refusal would void the invitation: the link is printed as well.
          queueMail(tools, accountMail('invitation', person, sender, { path, values: { days: linkDays } })),
        ]),
  );
  return token === null ? null : path;
}

/**
 * Makes what is missing of partner, unit and administrator, and invites. Said again with the same names it only invites again. The link
 * works at once; the mail with it is sent by the portal, as soon as it runs.
 */
export async function createUnit(tools: Tools, values: Partial<Record<keyof Given, string>>): Promise<{ link: string | null }> {
  const wanted = read(values);
  const tenant_id = await unitOf(tools, wanted);
  const identity = scoped(tools.database, { kind: 'identity', action });
  const host = { ...(await hostOfTenant({ ...tools, identity }, tenant_id)), tenant_id, partner_id: null };
  const sender = await mailSenderOf({ identity, secrets: tools.secrets, request: { host } });
  const { name, email, language } = wanted;
  const path = await administratorOf(tools, tenant_id, sender, { name, email, language });
  return { link: path === null ? null : `${host.origin}${path}` };
}
