/** Branding and sign-in methods of a host: the unit's own branding, else its partner's, else the platform's. */
import type { Theme } from '@vitrine/contract/organisation/branding.ts';
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { pictureAddress } from '#platform/files/address.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { defaultUnitOf } from '#domain/organisation/defaultUnit.ts';
import { linkedTerms } from '#domain/terms/pendingTerms.ts';
import { hashToken } from '#platform/secrets/tokens.ts';

export const productName = 'Vitrine';

type LookRow = {
  unit_name: string | null;
  title: string | null;
  theme: unknown;
  logo_id: string | null;
  sign_in_picture_id: string | null;
  sign_in_sentence: unknown;
  register: boolean | null;
  terms: string[] | null;
};
type With = { identity: Scoped; secrets: Secrets };

const productTheme: Theme = { name: productName, colours: defaultColours, logo: null, favicon: null, show_background_image: true };

const lookOf = (tenant_id: RawBuilder<unknown>, partner_id: RawBuilder<unknown>): RawBuilder<LookRow> => sql<LookRow>`
  select t.name as unit_name, coalesce(ts.title, ps.title, platform.title) as title, coalesce(ts.theme, ps.theme, platform.theme) as theme,
    ts.logo_id, ts.sign_in_picture_id, ts.sign_in_sentence,
    door.self_registration
      and coalesce((ds.value ->> 'enable_auto_register')::boolean, (ps.value ->> 'enable_auto_register')::boolean, false) as register,
    (select array_agg(linked.title) from (${linkedTerms({ tenant_id, partner_id })}) linked) as terms
  from platform_setting platform
  left join tenant t on t.id = ${tenant_id} and not t.is_operator_tenant
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner_setting ps on ps.partner_id = coalesce(t.partner_id, ${partner_id})
  left join tenant door on door.id = coalesce(${tenant_id}, (${defaultUnitOf('registration', partner_id)})) and not door.is_operator_tenant
  left join tenant_setting ds on ds.tenant_id = door.id`;

/** Themes are validated by the contract when they are saved. */
function themeOf(secrets: Secrets, row: LookRow | undefined): Theme {
  const theme = (row?.theme as Theme | null) ?? productTheme;
  return row?.logo_id ? { ...theme, logo: pictureAddress({ secrets }, row.logo_id) } : theme;
}

const configurationOf = (secrets: Secrets, row: LookRow | undefined): LoginConfiguration => ({
  title: row?.title ?? productName,
  unit_name: row?.unit_name ?? null,
  theme: themeOf(secrets, row),
  picture: pictureAddress({ secrets }, row?.sign_in_picture_id ?? null),
  sentence: (row?.sign_in_sentence as LoginConfiguration['sentence']) ?? null,
  languages: [...locales],
  methods: ['password'],
  register: row?.register ?? false,
  terms: row?.terms ?? [],
  notices: [],
});

type Whose = { tenant_id: string | null; partner_id: string | null };

/** The branding of a unit, of a partner, or with neither of the platform. */
export async function readHostBranding({ identity, secrets }: With, { tenant_id, partner_id }: Whose): Promise<LoginConfiguration> {
  const [row] = await identity.run(lookOf(sql`${tenant_id}::uuid`, sql`${partner_id}::uuid`));
  return configurationOf(secrets, row);
}

/** The branding of the unit in which this browser is signed in; without a session, that of the host. */
export async function readBrandingOfBrowser(
  { identity, secrets }: With,
  host: Whose & { host: string },
  cookie: string | undefined,
): Promise<LoginConfiguration> {
  if (cookie === undefined) return readHostBranding({ identity, secrets }, host);
  const session = sql`select tenant_id, partner_id from session where cookie_hash = ${hashToken(cookie)} and ended_at is null and host = ${host.host}`;
  const [row] = await identity.run(
    lookOf(
      sql`coalesce((select tenant_id from (${session}) s), ${host.tenant_id}::uuid)`,
      sql`coalesce((select partner_id from (${session}) s), ${host.partner_id}::uuid)`,
    ),
  );
  return configurationOf(secrets, row);
}
