/** Puts a page of the brand before an exported PDF, in a process: what comes from the reporting service is not trusted. */
import { themeVariables } from '@vitrine/contract/theme.ts';
import { sql } from 'kysely';
import { themePicture } from '#domain/branding/pictures.ts';
import { readUnitBrand } from '#domain/hosts/hostBranding.ts';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { fail, Failure } from '#platform/http/fail.ts';
import { parsingOfJobs } from '#platform/parsing/pool.ts';
import type { Cover, drawCover } from './drawCover.ts';
import { largestMarked } from './drawWatermark.ts';

const drawer = { module: new URL('./drawCover.ts', import.meta.url), name: 'drawCover', milliseconds: 60_000 };

type Export = { title: string; person_id: string; created_at: string | Date };

/** `24/11/2026 10:54` on the clock of a unit, as everywhere in the portal. */
const moment = (at: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at)).replace(',', '');

/** What the cover of an export says; null where the unit wants none. */
export async function coverOf(ctx: JobContext, { title, person_id, created_at }: Export): Promise<Cover | null> {
  const { cover_exports, timezone } = await readTenantSettings(ctx);
  if (!cover_exports) return null;
  const brand = await readUnitBrand(ctx, ctx.tenant_id);
  const [[reader], [logo]] = await ctx.identity.run(
    sql<{ name: string }>`select name from person where id = ${person_id}`,
    themePicture(brand.logo_id),
  );
  const shown = themeVariables(brand.colours);
  return {
    title,
    lines: [brand.unit_name, [reader?.name, moment(created_at, timezone)].filter(Boolean).join(' · ')],
    colours: {
      ground: shown['card'] as string,
      text: shown['card-font'] as string,
      dim: shown['card-dim'] as string,
      bar: shown['button'] as string,
    },
    logo: logo ? logo.bytes : null,
  };
}

/** Draws the cover before the first page. Refuses with `export_unmarkable` what is damaged, too large or takes too long. */
export async function withCover(owner: string, bytes: Uint8Array, cover: Cover): Promise<Buffer> {
  if (bytes.length > largestMarked.bytes) fail('export_unmarkable');
  try {
    const { parts } = await parsingOfJobs.run<typeof drawCover>(drawer, owner, { bytes, cover });
    return Buffer.concat(parts);
  } catch (error) {
    // A full queue: another attempt helps.
    if (error instanceof Failure && error.word !== 'too_complex') throw error;
    return fail('export_unmarkable', {}, {}, error);
  }
}
