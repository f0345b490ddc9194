/** What is being written, as one person would read it. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/notifications/broadcasts.ts';
import { picturesOf } from '@vitrine/contract/richText.ts';
import { sql } from 'kysely';
import { bodyFor, leadsTo, subjectFor, unknownNames, valuesFor } from '#domain/notifications/announcement.ts';
import type { Context } from '#domain/serving/context.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { requireAudience, requireReport } from './audience.ts';
import { requirePictures } from './input.ts';

type Asked = Input<typeof contract.preview>['body'];

export async function previewOf(ctx: Context, asked: Asked): Promise<Answer<typeof contract.preview>> {
  const { subject, body, report_id, link, membership_id, language } = asked;
  const [unknown] = unknownNames({ subject, body });
  if (unknown !== undefined) failFields({ body: 'unknown_placeholder' }, { placeholder: `{{${unknown}}}` });
  if (membership_id !== null)
    await requireAudience(ctx, { audience: 'people', audience_role: null, user_group_id: null, membership_ids: [membership_id] });
  await requirePictures(ctx, [...new Set(picturesOf(body))]);
  const report = await requireReport(ctx, report_id);
  const [person] =
    membership_id === null
      ? [{ name: ctx.actor.name }]
      : await ctx.run(
          sql<{ name: string }>`select p.name from membership m join person p on p.id = m.person_id where m.id = ${membership_id}`,
        );
  const [unit] = await ctx.run(sql<{ name: string }>`select name from tenant where id = ${ctx.actor.tenant_id}`);
  const values = valuesFor({
    name: found(person).name,
    unit: unit?.name ?? '',
    report,
    sent_at: ctx.now(),
    link: `${ctx.request.host.origin}${leadsTo({ link, report_id }) ?? '/notifications'}`,
    language,
    timezone: ctx.actor.timezone,
  });
  return { subject: subjectFor(subject, values), body: bodyFor(body, values), name: values.name };
}
