/** Branding and sign-in methods of a host: of each section the unit's own, else its partner's, else the platform's. */
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import { noticesAtOnce } from '@vitrine/contract/notifications/signInNotices.ts';
import { locales } from '@vitrine/contract/fields.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Environment } from '#platform/environment.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Layer } from '#domain/branding/layers.ts';
import { layerOf, lookOf, themeOf } from '#domain/branding/layers.ts';
import { defaultUnitOf } from '#domain/organisation/defaultUnit.ts';
import { linkedTerms } from '#domain/terms/pendingTerms.ts';
import { hashToken } from '#platform/secrets/tokens.ts';

type LookRow = {
  unit_name: string | null;
  /** Published themes, the nearest first; null where there is none. Validated by the contract when they were saved. */
  layers: (Layer | null)[];
  register: boolean | null;
  terms: string[] | null;
  directories: { id: string; name: string }[] | null;
  sso_domains: string[] | null;
  saml: boolean;
  notices: LoginConfiguration['notices'] | null;
};
/** Mails have the look alone; who asks for the ways in as well gives the environment. */
type With = { identity: Scoped; secrets: Secrets; environment?: Pick<Environment, 'signInApplication'> };

const layer = (theme: string) =>
  sql`case when ${sql.ref(`${theme}.published`)} is not null then jsonb_build_object('name', ${sql.ref(`${theme}.name`)}, 'document', ${sql.ref(`${theme}.published`)}) end`;

/** What is told on the pages of a host now: by its unit, its partner, or on the platform's own by the operator; the nearest first. */
const noticesOf = (tenant_id: RawBuilder<unknown>, partner_id: RawBuilder<unknown>, { host, now }: Page) => sql`(
  select jsonb_agg(jsonb_build_object('texts', shown.texts, 'link', shown.link)) from (
    select n.texts, n.link from sign_in_notice n
    where n.starts_at <= ${now}::timestamptz and n.ends_at > ${now}::timestamptz
      and (n.domain_id is null or n.domain_id = (select d.id from domain d where d.host = ${host} and d.state = 'active'))
      and (n.tenant_id = t.id or n.partner_id = coalesce(t.partner_id, ${partner_id})
        or num_nonnulls(n.tenant_id, n.partner_id, ${tenant_id}, ${partner_id}) = 0)
    order by n.tenant_id is null, n.starts_at desc, n.id limit ${sql.lit(noticesAtOnce)}) shown)`;

const rowOf = (
  tenant_id: RawBuilder<unknown>,
  partner_id: RawBuilder<unknown>,
  page: Page | null = null,
): RawBuilder<LookRow> => sql<LookRow>`
  select t.name as unit_name,
    jsonb_build_array(${layer('of_unit')}, ${layer('of_partner')}, ${layer('of_platform')}) as layers,
    door.self_registration
      and coalesce((ds.value ->> 'enable_auto_register')::boolean, (ps.value ->> 'enable_auto_register')::boolean, false) as register,
    (select array_agg(linked.title) from (${linkedTerms({ tenant_id, partner_id })}) linked) as terms,
    (select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by e.name, e.id) from entra_directory e
      where e.active and e.tenant_id = coalesce(${tenant_id}, (${defaultUnitOf('cloud', partner_id)}))) as directories,
    ts.password_off_domains as sso_domains,
    exists (select from saml_app a where a.active and a.tenant_id = coalesce(${tenant_id}, (${defaultUnitOf('cloud', partner_id)}))) as saml,
    ${page ? noticesOf(tenant_id, partner_id, page) : sql`null::jsonb`} as notices
  from platform_setting platform
  left join theme of_platform on of_platform.id = platform.theme_id
  left join tenant t on t.id = ${tenant_id} and not t.is_operator_tenant
  left join tenant_setting ts on ts.tenant_id = t.id
  left join theme of_unit on of_unit.id = ts.theme_id
  left join partner_setting ps on ps.partner_id = coalesce(t.partner_id, ${partner_id})
  left join theme of_partner on of_partner.id = ps.theme_id
  left join tenant door on door.id = coalesce(${tenant_id}, (${defaultUnitOf('registration', partner_id)})) and not door.is_operator_tenant
  left join tenant_setting ds on ds.tenant_id = door.id`;

function configurationOf({ secrets, environment }: With, row: LookRow | undefined): LoginConfiguration {
  const look = lookOf({ secrets }, row?.layers.filter((one) => one !== null) ?? []);
  const directories = environment?.signInApplication ? (row?.directories ?? []) : [];
  return {
    title: look.title,
    unit_name: row?.unit_name ?? null,
    theme: themeOf(look),
    picture: look.pictures.sign_in_picture,
    sentence: look.sentence,
    languages: [...locales],
    methods: ['password', ...(directories.length > 0 ? (['azure'] as const) : []), ...(row?.saml ? (['saml'] as const) : [])],
    directories,
    sso_domains: row?.sso_domains ?? [],
    register: row?.register ?? false,
    terms: row?.terms ?? [],
    notices: row?.notices ?? [],
  };
}

/** A sign-in page, and when it is read. */
type Page = { host: string; now: Date };

type Whose = { tenant_id: string | null; partner_id: string | null };

/** The branding of a unit, of a partner, or with neither of the platform. */
export async function readHostBranding(
  means: With,
  { tenant_id, partner_id }: Whose,
  page: Page | null = null,
): Promise<LoginConfiguration> {
  const [row] = await means.identity.run(rowOf(sql`${tenant_id}::uuid`, sql`${partner_id}::uuid`, page));
  return configurationOf(means, row);
}

/** What documents of a unit are drawn with, outside of pages. */
export async function readUnitBrand(
  { identity, secrets }: With,
  tenant_id: string,
): Promise<{ unit_name: string; colours: ThemeColours; logo_id: string | null }> {
  const [row] = await identity.run(rowOf(sql`${tenant_id}::uuid`, sql`null::uuid`));
  const layers = row?.layers.filter((one) => one !== null) ?? [];
  const { colours, title } = lookOf({ secrets }, layers);
  return { unit_name: row?.unit_name ?? title, colours, logo_id: layerOf(layers, 'pictures')?.document.logo_id ?? null };
}

/** The branding of the unit in which this browser is signed in; without a session, that of the host. With the notices of now. */
export async function readBrandingOfBrowser(
  means: With & { now: () => Date },
  host: Whose & { host: string },
  cookie: string | undefined,
): Promise<LoginConfiguration> {
  const page = { host: host.host, now: means.now() };
  if (cookie === undefined) return readHostBranding(means, host, page);
  const session = sql`select tenant_id, partner_id from session where cookie_hash = ${hashToken(cookie)} and ended_at is null and host = ${host.host}`;
  const [row] = await means.identity.run(
    rowOf(
      sql`coalesce((select tenant_id from (${session}) s), ${host.tenant_id}::uuid)`,
      sql`coalesce((select partner_id from (${session}) s), ${host.partner_id}::uuid)`,
      page,
    ),
  );
  return configurationOf(means, row);
}
