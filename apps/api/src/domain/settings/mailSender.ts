/** The mail server of a unit: its own, else its partner's, else (null) the platform's. Settings of two levels are never mixed. */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { MailServer } from '#platform/mail/mail.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { TenantSettings } from './tenantSettings.ts';

/** The place that the password of a mail server is bound to when it is encrypted. */
export const mailPasswordPlace = (owner: 'tenant' | 'partner', id: string): string => `${id}/${owner}_setting/mail_password`;

type Block = Partial<Pick<TenantSettings, 'enable' | 'name' | 'host' | 'port' | 'protocol' | 'email'>> | null;
type Row = {
  tenant_value: Block;
  tenant_password: string | null;
  partner_id: string | null;
  partner_value: Block;
  partner_password: string | null;
};

function serverOf(block: Block, password: string | null): MailServer | null {
  if (!block?.enable || !block.host || !block.email) return null;
  const { host, port, protocol, email, name } = block;
  return {
    host,
    port: port ?? 587,
    protocol: protocol ?? 'starttls',
    user: password === null ? null : email,
    password,
    from: email,
    name: name ?? email,
    restricted: true,
  };
}

/** What a unit and its partner have stored. */
const rowOf = (identity: Scoped, whose: { tenant_id: string | null; partner_id: string | null }) =>
  identity.run(sql<Row>`
    select ts.value as tenant_value, ts.mail_password as tenant_password, ps.partner_id, ps.value as partner_value, ps.mail_password as partner_password
    from platform_setting
    left join tenant t on t.id = ${whose.tenant_id}::uuid
    left join tenant_setting ts on ts.tenant_id = t.id
    left join partner_setting ps on ps.partner_id = coalesce(t.partner_id, ${whose.partner_id}::uuid)`);

const opener = (secrets: Secrets) => (owner: 'tenant' | 'partner', id: string | null, encrypted: string | null) =>
  id !== null && encrypted !== null ? secrets.decrypt(encrypted, mailPasswordPlace(owner, id)) : null;

/** The stored password, only for the server that it was stored for, so that it cannot be sent to another server. A unit does not get its partner's. */
export async function storedMailPassword(
  identity: Scoped,
  secrets: Secrets,
  whose: { tenant_id: string | null; partner_id: string | null },
  host: string,
): Promise<string | null> {
  const [row] = await rowOf(identity, whose);
  if (!row) return null;
  const opened = opener(secrets);
  if (row.tenant_value?.host === host && row.tenant_password !== null) return opened('tenant', whose.tenant_id, row.tenant_password);
  return whose.partner_id !== null && row.partner_value?.host === host ? opened('partner', row.partner_id, row.partner_password) : null;
}

export async function readMailServer(
  identity: Scoped,
  secrets: Secrets,
  whose: { tenant_id: string | null; partner_id: string | null },
): Promise<MailServer | null> {
  const [row] = await rowOf(identity, whose);
  if (!row) return null;
  const opened = opener(secrets);
  return (
    serverOf(row.tenant_value, opened('tenant', whose.tenant_id, row.tenant_password)) ??
    serverOf(row.partner_value, opened('partner', row.partner_id, row.partner_password))
  );
}
