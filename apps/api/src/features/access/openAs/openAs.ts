/** *Open as this person sees it*: with the person's rights and rows, read-only, logged under both names. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/access/openAs.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Seen } from '#domain/reportAccess/decide.ts';
import type { ReadableReport } from '#domain/reportAccess/readable.ts';
import type { Draft } from '#domain/reportAccess/draft.ts';
import { requireAll, withDraft } from '#domain/reportAccess/draft.ts';
import type { Change } from '#domain/reportAccess/facts.ts';
import { decideFor, isOfService, requireSeen } from '#domain/reportAccess/readable.ts';
import { embeddingOf, embedOf, shownReportOf, withoutChrome } from '#domain/reportAccess/shown.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { Member } from '#domain/reportAccess/subject.ts';
import { inTheEyesOf, memberRow } from '#domain/reportAccess/subject.ts';
import { checkReceiver } from '#domain/reportAccess/receiver.rules.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Place = { id: string; membership_id: string };

/** What the person would see, or the refusal that the person would get. */
async function asSeenBy(
  ctx: Context,
  { id, membership_id }: Place,
  change?: Change,
): Promise<{ member: Member; report: ReadableReport; decision: Seen }> {
  const [row] = await ctx.run(memberRow(membership_id));
  const member = found(row);
  if (member.state !== 'active') fail('not_found');
  const { report, decision } = requireSeen(await decideFor(ctx, inTheEyesOf(ctx, member), id, change));
  return isOfService(report) ? { member, report, decision } : fail('not_found');
}

/** With an assignment that is not saved yet: what it would open is what is opened. */
async function openDraftAs(ctx: Context, place: Place, draft: Draft): Promise<Answer<typeof contract.openDraftAs>> {
  draft.receivers.forEach(checkReceiver);
  await requireAll(ctx, place.id, draft);
  return openReportAs(ctx, place, (await withDraft(ctx, draft, [place.membership_id])).change);
}

async function openReportAs(ctx: Context, place: Place, change?: Change): Promise<Answer<typeof contract.openAs>> {
  const { member, report, decision } = await asSeenBy(ctx, place, change);
  const embed = await embedOf(ctx, report, decision);
  const { access, rule, identity } = decision;
  await ctx.run(
    query.insertInto('report_view').values({
      id: uuidv7(),
      tenant_id: ownTenant,
      report_id: report.id,
      person_id: member.person_id,
      actor_id: ctx.actor.actor_id,
      embed_token_id: embed.token_id,
      rls_ignored: rule === 'ignored',
    }),
    query.insertInto('audit_log').values({
      action: 'report.open_as',
      object_type: 'report',
      object_id: report.id,
      person_id: member.person_id,
      before: null,
      after: JSON.stringify({
        title: report.title,
        as: member.email,
        embed_token_id: embed.token_id,
        access,
        rule,
        identity,
        ...(change ? { draft: true } : {}),
      }),
    }),
  );
  const chrome = withoutChrome(await readTenantSettings(ctx));
  return { ...shownReportOf(report, decision, embed, chrome), as: { name: member.name, email: member.email } };
}

async function renewAs(ctx: Context, place: Place): Promise<Answer<typeof contract.renewAs>> {
  const { report, decision } = await asSeenBy(ctx, place);
  return embeddingOf(report, await embedOf(ctx, report, decision));
}

export function openAs(serve: Serve): void {
  serve(contract.openAs, (ctx, { params }) => openReportAs(ctx, params));
  serve(contract.openDraftAs, (ctx, { params, body }) => openDraftAs(ctx, params, body));
  serve(contract.renewAs, (ctx, { params }) => renewAs(ctx, params));
}
