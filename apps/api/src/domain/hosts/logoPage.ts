/** Where the logo of whoever asks leads: the unit of their session, else of the host. */
import { logoTarget } from '@vitrine/contract/logoPage.ts';
import { sql } from 'kysely';
import { settingsNow } from '#domain/access/accessRules.ts';
import type { StoredSettings } from '#domain/settings/readTenantSettings.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Host } from './hosts.ts';

/** A session counts at the host where it began. */
const rowOf = ({ host, tenant_id, partner_id }: Host, cookie: string | undefined) => sql<StoredSettings>`
  with own as (
    select tenant_id, partner_id from session
    where cookie_hash = ${cookie === undefined ? null : hashToken(cookie)}::bytea and ended_at is null and host = ${host}
  ),
  whose as (
    select coalesce((select tenant_id from own), ${tenant_id}::uuid) as tenant_id, coalesce((select partner_id from own), ${partner_id}::uuid) as partner_id
  )
  select ts.value as settings, ps.value as partner_settings, ts.ip_before, ts.ip_probation_until
  from whose
  left join tenant t on t.id = whose.tenant_id and not t.is_operator_tenant
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner_setting ps on ps.partner_id = coalesce(t.partner_id, whose.partner_id)`;

/** An address that was checked just now; the start page where the unit has set none. */
export async function readLogoPage(identity: Scoped, host: Host, cookie: string | undefined, now: Date): Promise<string> {
  const [row] = await identity.run(rowOf(host, cookie));
  if (!row) return '/';
  const { logo_page, logo_page_default } = settingsNow(row, now);
  return (logo_page_default === 0 ? logoTarget(logo_page) : null) ?? '/';
}
