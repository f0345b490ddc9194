/** The records of processing of the unit: seen, taken as a PDF, and who answers for its data. */
import * as contract from '@vitrine/contract/privacy/processingRecords.ts';
import type { ProcessingRecords } from '@vitrine/contract/privacy/processingRecords.ts';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { shownDay } from '#platform/shownDay.ts';
import { translate } from '#platform/translate.ts';
import { readFacts } from './facts.ts';
import { recordsOf } from './records.rules.ts';
import { recordsPdf } from './recordsPdf.ts';

async function readRecords(ctx: Context): Promise<ProcessingRecords> {
  const facts = await readFacts(ctx);
  return {
    made_at: ctx.now().toISOString(),
    unit: facts.name,
    partner: facts.partner,
    officer: { name: facts.officer_name, email: facts.officer_email },
    ...recordsOf(facts, ctx.request.locale),
    can: { edit: mayCall(ctx.actor, contract.nameOfficer.can) },
  };
}

export function processingRecords(serve: Serve): void {
  serve(contract.get, (ctx) => readRecords(ctx));

  serve(contract.document, async (ctx) => {
    const { locale } = ctx.request;
    const today = dayIn(ctx.actor.timezone, ctx.now());
    const records = await readRecords(ctx);
    return {
      file_name: `${translate(locale, 'processingRecords:title')} ${records.unit} ${today}.pdf`,
      content_type: 'application/pdf',
      content: Buffer.from(await recordsPdf(records, shownDay(locale, today), locale)),
    };
  });

  serve(contract.nameOfficer, async (ctx, { body: { name, email } }) => {
    await ctx.run(sql`
      insert into tenant_setting (tenant_id, data_officer_name, data_officer_email) values (${ownTenant}, ${name}, ${email})
      on conflict (tenant_id) do update set data_officer_name = excluded.data_officer_name, data_officer_email = excluded.data_officer_email,
        version = tenant_setting.version + 1`);
  });
}
