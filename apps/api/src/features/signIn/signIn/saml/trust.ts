/** The SAML apps of units, as strangers meet them, and the addresses by which the portal and a provider know each other. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import type { Pair } from '#platform/saml/saml.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type TrustedApp = {
  id: string;
  tenant_id: string;
  name: string;
  entity_id: string;
  sso_url: string;
  slo_url: string | null;
  certificates: string[];
  key: string;
  own_certificate: string;
  email_domains: string[];
  email_attribute: string;
  name_attribute: string;
  groups_attribute: string;
  first_time: boolean;
  idp_initiated: boolean;
  active: boolean;
};

export const trustedApp = (id: string): RawBuilder<TrustedApp> => sql<TrustedApp>`
  select a.id, a.tenant_id, a.name, a.entity_id, a.sso_url, a.slo_url, a.certificates, a.key, a.own_certificate, a.email_domains,
    a.email_attribute, a.name_attribute, a.groups_attribute, a.first_time, a.idp_initiated, a.active
  from saml_app a join tenant t on t.id = a.tenant_id
  where a.id = ${id} and t.state in ('trial', 'active', 'suspended', 'closed')`;

/** Where our key for an app lies. */
export const keyPlace = ({ tenant_id, id }: { tenant_id: string; id: string }): string => `${tenant_id}/saml_app/${id}/key`;

const acsOf = ({ origin }: Pick<Host, 'origin'>, id: string): string => `${origin}/api/saml/callback/${id}`;
export const sloOf = ({ origin }: Pick<Host, 'origin'>, id: string): string => `${origin}/api/saml/logout/${id}`;
/** Our name for a provider: its own for each app, so that what is said to one unit is said to no other. */
const entityOf = ({ origin }: Pick<Host, 'origin'>, id: string): string => `${origin}/api/saml/metadata/${id}`;

type Finding = Pick<PublicContext, 'identity' | 'environment'>;
type App = { id: string; tenant_id: string };

/** The portal's side of an app, where people come in on that host. */
export async function pairOf(ctx: Finding & { secrets: Secrets }, app: TrustedApp, host: Pick<Host, 'origin'>): Promise<Pair> {
  const home = await hostOfTenant(ctx, app.tenant_id);
  return {
    entity_id: entityOf(home, app.id),
    acs_url: acsOf(host, app.id),
    key: ctx.secrets.decrypt(app.key, keyPlace(app)),
    sso_url: app.sso_url,
    slo_url: app.slo_url,
    certificates: app.certificates,
  };
}

/** What is entered at the provider: every host of the unit takes answers. */
export async function addressesOf(
  ctx: Finding & Pick<PublicContext, 'hosts'>,
  { id, tenant_id }: App,
): Promise<{ entity_id: string; acs_urls: string[]; slo_url: string }> {
  const home = await hostOfTenant(ctx, tenant_id);
  const rows = await ctx.identity.run(
    sql<{ host: string }>`select host from domain where tenant_id = ${tenant_id} and state = 'active' order by created_at, host`,
  );
  const others = await Promise.all(rows.map(({ host }) => ctx.hosts.find(host)));
  const origins = new Set([home.origin, ...others.flatMap((host) => (host ? [host.origin] : []))]);
  return { entity_id: entityOf(home, id), acs_urls: [...origins].map((origin) => acsOf({ origin }, id)), slo_url: sloOf(home, id) };
}
