/** What is stored of an announcement that was sent in. */
import type { BroadcastInput } from '@vitrine/contract/notifications/broadcasts.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { picturesOf } from '@vitrine/contract/richText.ts';
import { sql } from 'kysely';
import { excerptsOf, namesIn, unknownNames } from '#domain/notifications/announcement.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { requireAudience, requireReport } from './audience.ts';

const validDays = 30;
const dayMs = 86_400_000;

/** Refuses variables that nobody knows, a report that is named and not chosen, and whom the caller may not write to. */
export async function checked(ctx: Context, input: BroadcastInput): Promise<BroadcastInput> {
  for (const locale of locales) {
    const written = input.texts[locale];
    if (!written) continue;
    const [unknown] = unknownNames(written);
    if (unknown !== undefined) failFields({ [`texts.${locale}.body`]: 'unknown_placeholder' }, { placeholder: `{{${unknown}}}` });
    if (input.report_id === null && namesIn(written).includes('report')) failFields({ report_id: 'report_named' });
  }
  await requireAudience(ctx, input);
  await requirePictures(ctx, filesIn(input));
  await requireReport(ctx, input.report_id);
  return input;
}

/** A minute on the clock of the unit as a moment. */
export async function momentOf(ctx: Context, wall: string): Promise<Date> {
  const [row] = await ctx.run(sql<{ at: string }>`select (${wall}::timestamp at time zone ${ctx.actor.timezone}) as at`);
  return new Date(found(row).at);
}

export async function columnsOf(ctx: Context, input: BroadcastInput) {
  const { texts, audience, audience_role, user_group_id, membership_ids, report_id, link, ends_at: wall } = input;
  const ends_at = wall === null ? new Date(ctx.now().getTime() + validDays * dayMs) : await momentOf(ctx, wall);
  if (ends_at <= ctx.now()) failFields({ ends_at: 'in_the_past' });
  return {
    texts: JSON.stringify(texts),
    excerpts: JSON.stringify(excerptsOf(texts)),
    audience,
    audience_role: audience === 'role' ? audience_role : null,
    user_group_id: audience === 'group' ? user_group_id : null,
    membership_ids: audience === 'people' ? [...new Set(membership_ids)] : [],
    report_id,
    link,
    ends_at,
  };
}

const filesIn = ({ texts }: BroadcastInput): string[] => [
  ...new Set(locales.flatMap((locale) => (texts[locale] ? picturesOf(texts[locale].body) : []))),
];
const pictures = (files: readonly string[]) =>
  sql`select f.id from file f where f.id = any (${files}::uuid[]) and f.kind = 'notice_picture'`;

export async function requirePictures(ctx: Context, files: readonly string[]): Promise<void> {
  if (files.length > 0 && (await ctx.run(pictures(files))).length < files.length) fail('not_found');
}

/** The pictures of the texts belong to it, and no others do. */
export function keepPictures(id: string, input: BroadcastInput): Statement[] {
  const files = filesIn(input);
  return [
    sql`delete from broadcast_picture where broadcast_id = ${id} and file_id <> all (${files}::uuid[])`,
    sql`insert into broadcast_picture (tenant_id, broadcast_id, file_id)
      select ${ownTenant}, ${id}, f.id from (${pictures(files)}) f on conflict do nothing`,
  ];
}
