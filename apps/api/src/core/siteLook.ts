/** How a site looks and how people sign in there: a unit's own look before its partner's before the platform's. */
import type { Theme } from '@vitrine/contract/features/branding.ts';
import type { LoginConfiguration } from '@vitrine/contract/features/session.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from './database/scoped.ts';
import { linkedTerms } from './pendingTerms.ts';
import { hashToken } from './tokens.ts';

export const productName = 'Vitrine';

type LookRow = { unit_name: string | null; title: string | null; theme: unknown; register: boolean | null; terms: string[] | null };

const productTheme: Theme = { name: productName, colours: defaultColours, logo: null, favicon: null, show_background_image: true };

const lookOf = (tenant_id: RawBuilder<unknown>, partner_id: RawBuilder<unknown>): RawBuilder<LookRow> => sql<LookRow>`
  select t.name as unit_name, coalesce(ts.title, ps.title, platform.title) as title, coalesce(ts.theme, ps.theme, platform.theme) as theme,
    t.self_registration and coalesce((ts.value ->> 'enable_auto_register')::boolean, (ps.value ->> 'enable_auto_register')::boolean, false) as register,
    (select array_agg(linked.title) from (${linkedTerms({ tenant_id, partner_id })}) linked) as terms
  from platform_setting platform
  left join tenant t on t.id = ${tenant_id} and not t.is_house
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner_setting ps on ps.partner_id = coalesce(t.partner_id, ${partner_id})`;

const configurationOf = (row: LookRow | undefined): LoginConfiguration => ({
  title: row?.title ?? productName,
  unit_name: row?.unit_name ?? null,
  // Themes are written by the branding screens, which hold them to the contract's shape.
  theme: (row?.theme as Theme | null) ?? productTheme,
  languages: [...locales],
  methods: ['password'],
  register: row?.register ?? false,
  terms: row?.terms ?? [],
  notices: [],
});

type Whose = { tenant_id: string | null; partner_id: string | null };

/** The look of a unit, of a partner, or with neither of the platform. */
export async function readLook(identity: Scoped, { tenant_id, partner_id }: Whose): Promise<LoginConfiguration> {
  const [row] = await identity.run(lookOf(sql`${tenant_id}::uuid`, sql`${partner_id}::uuid`));
  return configurationOf(row);
}

/** The look of the unit that somebody is signed in to in this browser; without such a session, the site's. */
export async function readLookOfBrowser(
  identity: Scoped,
  site: Whose & { host: string },
  cookie: string | undefined,
): Promise<LoginConfiguration> {
  if (cookie === undefined) return readLook(identity, site);
  const session = sql`select tenant_id, partner_id from session where cookie_hash = ${hashToken(cookie)} and ended_at is null and host = ${site.host}`;
  const [row] = await identity.run(
    lookOf(
      sql`coalesce((select tenant_id from (${session}) s), ${site.tenant_id}::uuid)`,
      sql`coalesce((select partner_id from (${session}) s), ${site.partner_id}::uuid)`,
    ),
  );
  return configurationOf(row);
}
