/** What is kept of the unit for how long, what goes when, and legal holds, for those who answer for the unit's data. */
import * as contract from '@vitrine/contract/privacy/retention.ts';
import { mayRunDesk, requireDesk } from '#domain/access/privacyDesk.ts';
import { readNoticeDays } from '#domain/retention/kinds.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { answerExport, inBatches } from '#platform/http/exportList.ts';
import { fail } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';
import { countKinds } from './counting.ts';
import { liftHold, listHolds, putHold } from './holds.ts';

function unitOf({ actor }: Context): string {
  requireDesk(actor, 'forbidden');
  return actor.tenant_id ?? fail('not_found_companies');
}

function fileColumns({ request: { locale } }: Context): ExportColumn<contract.RetentionRow>[] {
  const say = (key: 'kind' | 'what' | 'kept' | 'then' | 'total' | 'week' | 'month' | 'next' | 'held_back' | 'last_at' | 'last_removed') =>
    translate(locale, `retention:${key}`);
  const day = (moment: string | null) => moment?.slice(0, 10) ?? '';
  return [
    { key: 'kind', header: say('kind'), cell: ({ kind }) => translate(locale, `retention:kind_${kind}`) },
    { key: 'what', header: say('what'), cell: ({ kind }) => translate(locale, `retention:text_${kind}`, { days: readNoticeDays }) },
    { key: 'kept', header: say('kept'), cell: ({ period }) => translate(locale, `retention:${period.unit}`, { count: period.count }) },
    { key: 'then', header: say('then'), cell: ({ becomes }) => translate(locale, `retention:becomes_${becomes}`) },
    { key: 'total', header: say('total'), cell: ({ total }) => total },
    { key: 'week', header: say('week'), cell: ({ week }) => week },
    { key: 'month', header: say('month'), cell: ({ month }) => month },
    { key: 'next', header: say('next'), cell: ({ next_at }) => day(next_at) },
    { key: 'held_back', header: say('held_back'), cell: ({ held_back }) => held_back },
    { key: 'last_at', header: say('last_at'), cell: ({ last_at }) => day(last_at) },
    { key: 'last_removed', header: say('last_removed'), cell: ({ last_removed }) => last_removed ?? '' },
  ];
}

/** Readers have the right for requests of their own: to them nothing is held. */
function requireHolder(actor: Context['actor']): void {
  if (!mayRunDesk(actor)) fail('not_found');
}

export function retention(serve: Serve): void {
  serve(contract.get, async (ctx) => {
    const tenant_id = unitOf(ctx);
    const [kinds, holds] = await Promise.all([countKinds(ctx, tenant_id), listHolds(ctx)]);
    return { kinds, holds, read_notice_days: readNoticeDays, can: { hold: mayRunDesk(ctx.actor) } };
  });
  serve(contract.exportKinds, async (ctx, { query: { format } }) => {
    const tenant_id = unitOf(ctx);
    const rows = inBatches<contract.RetentionRow>(async (last) => (last ? [] : countKinds(ctx, tenant_id)));
    return answerExport({ format, name: translate(ctx.request.locale, 'retention:title') }, fileColumns(ctx), rows);
  });
  serve(contract.hold, async (ctx, { body }) => {
    requireHolder(ctx.actor);
    return putHold(ctx, body);
  });
  serve(contract.lift, async (ctx, { params }) => {
    requireHolder(ctx.actor);
    await liftHold(ctx, params.id);
  });
}
