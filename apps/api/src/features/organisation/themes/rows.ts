/** Themes as they are read: by the scope of who manages them, so that a foreign one is a 404. */
import type { ThemeDocument, ThemeRow, WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { themePictures, themeSections } from '@vitrine/contract/organisation/themes.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Layer } from '#domain/branding/layers.ts';
import { layerOf, lookOf, picturesOf } from '#domain/branding/layers.ts';
import type { ThemeOwner } from '#domain/branding/publishTheme.ts';
import { themeScopeOf } from '#domain/branding/owner.ts';
import type { Context } from '#domain/serving/context.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { fail, found } from '#platform/http/fail.ts';

export type Row = ThemeOwner &
  Pick<
    ThemeRow,
    'id' | 'name' | 'number' | 'published_at' | 'publish_at' | 'changed' | 'used_here' | 'unit_count' | 'created_at' | 'version'
  > & { draft: ThemeDocument };

const settings = { operator: 'platform_setting', partner: 'partner_setting', admin: 'tenant_setting' } as const;

/** The table in which the caller's own choice stands. */
export const settingsOf = ({ actor }: Pick<Context, 'actor'>): RawBuilder<unknown> =>
  sql.table(settings[actor.role === 'operator' || actor.role === 'partner' ? actor.role : 'admin']);

/** A partner sees the settings of its units; nobody else gives themes to units. */
const unitCount = ({ actor }: Pick<Context, 'actor'>): RawBuilder<unknown> =>
  actor.role === 'partner' ? sql`(select count(*)::int from tenant_setting s where s.theme_id = th.id)` : sql`0`;

/** Themes `th` in sight, under conditions. */
export const themeRows = (ctx: Context, rest: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  select th.id, th.tenant_id, th.partner_id, th.name, th.draft, th.number, th.published_at, th.publish_at, th.created_at, th.version,
    th.draft is distinct from th.published as changed,
    exists (select from ${settingsOf(ctx)} s where s.theme_id = th.id) as used_here, ${unitCount(ctx)} as unit_count
  from theme th ${rest}`;

export const readRow = async (ctx: Context, id: string): Promise<Row> =>
  found((await themeScopeOf(ctx).run(themeRows(ctx, sql`where th.id = ${id}`)))[0]);

export function shown(ctx: Context, { tenant_id: _tenant, partner_id: _partner, draft, ...row }: Row): ThemeRow {
  const may = holds(ctx.actor, 'branding', 'write');
  return {
    ...row,
    colours: draft.colours,
    logo: pictureAddress(ctx, draft.logo_id),
    can: { edit: may, remove: may && !row.used_here && row.unit_count === 0 },
  };
}

type Above = Layer & { kind: 'partner' | 'platform' };

/** What is published above a theme. Those who inherit it do not manage it, so it is read as the sign-in page reads it. */
export async function layersAbove({ identity }: Context, { tenant_id, partner_id }: ThemeOwner): Promise<Above[]> {
  if (tenant_id === null && partner_id === null) return [];
  const ofPartner = sql`
    select 1 as place, 'partner' as kind, th.name, th.published as document from theme th
    join partner_setting s on s.theme_id = th.id join tenant t on t.partner_id = s.partner_id and t.id = ${tenant_id}::uuid`;
  return identity.run(sql<Above>`
    select kind, name, document from (
      ${ofPartner}
      union all
      select 2, 'platform', th.name, th.published from theme th join platform_setting s on s.theme_id = th.id
    ) as above where document is not null order by place`);
}

function inheritedOf(ctx: Context, above: readonly Above[]): WholeTheme['inherited'] {
  const { colours, colours_dark, show_background_image, pictures, title, sentence } = lookOf(ctx, above);
  const [ofColours, ofPictures, ofWords] = themeSections.map((section) => {
    const layer = layerOf(above, section);
    return layer ? { kind: layer.kind, theme: layer.name } : ({ kind: 'product', theme: null } as const);
  }) as [Source, Source, Source];
  const from = { colours: ofColours, pictures: ofPictures, words: ofWords };
  return { from, colours, colours_dark, show_background_image, pictures, title, sign_in_sentence: sentence ?? {} };
}
type Source = WholeTheme['inherited']['from']['colours'];

const unitsShown = 500;

export async function readTheme(ctx: Context, id: string): Promise<WholeTheme> {
  const row = await readRow(ctx, id);
  const gives_to_units = ctx.actor.role === 'partner';
  const [above, units] = await Promise.all([
    layersAbove(ctx, row),
    gives_to_units
      ? ctx.partner().run(sql<{ id: string; name: string }>`
          select t.id, t.name from tenant t join tenant_setting s on s.tenant_id = t.id where s.theme_id = ${id}
          order by search_text(t.name), t.id limit ${sql.lit(unitsShown)}`)
      : [],
  ]);
  return {
    ...shown(ctx, row),
    draft: row.draft,
    pictures: picturesOf(ctx, row.draft),
    inherited: inheritedOf(ctx, above),
    units,
    gives_to_units,
  };
}

/** A picture that was not sent by people of the same unit, partner or platform counts as missing. */
export async function requirePictures(ctx: Context, draft: ThemeDocument): Promise<void> {
  const ids = [...new Set(themePictures.flatMap((picture) => draft[`${picture}_id`] ?? []))];
  if (ids.length === 0) return;
  const there = await themeScopeOf(ctx).run(sql`select from theme_picture where id = any (${ids}::uuid[])`);
  if (there.length !== ids.length) fail('not_found');
}
