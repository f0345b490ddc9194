/** What somebody wants to be told about, where and when. */
import type { NoticeTopic, NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { notificationKinds, noticeTopics, topicOf } from '@vitrine/contract/notifications/kinds.ts';
import type { NotificationChoice } from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import type { Serve } from '#domain/serving/serve.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';

const untouched: NotificationChoice = {
  mails: 'at_once',
  digest_hour: 8,
  quiet: null,
  not_in_portal: [],
  not_by_mail: [],
  not_by_push: [],
};

const topics = Object.keys(noticeTopics) as NoticeTopic[];
const isManaging = (topic: NoticeTopic): boolean => 'managing' in noticeTopics[topic];

/** Of the summary of their units, people of a partner say so once for all units; of everything else by unit. */
const summaries: NoticeTopic = 'summaries';
const unwanted = ({ not_by_mail }: NotificationChoice, isWanted: boolean): NotificationChoice['not_by_mail'] => [
  ...not_by_mail.filter((topic) => topic !== summaries),
  ...(isWanted ? [] : ([summaries] as const)),
];

export function choice(serve: Serve): void {
  serve(contract.getChoice, async (ctx) => {
    const { person_id, role, timezone } = ctx.actor;
    const [[[row], kinds], settings, [staff]] = await Promise.all([
      ctx.run(
        sql<NotificationChoice>`
          select mails, digest_hour, not_in_portal, not_by_mail, not_by_push,
            case when quiet_from is not null then jsonb_build_object('from', quiet_from, 'until', quiet_until) end as quiet
          from notification_choice where person_id = ${person_id}`,
        sql<{ kind: NotificationKind }>`select distinct kind from notification where person_id = ${person_id}`,
      ),
      readTenantSettings(ctx),
      role === 'partner'
        ? ctx.identity.run(sql<{ weekly_summary: boolean }>`select weekly_summary from staff where person_id = ${person_id}`)
        : [],
    ]);
    const chosen = row ?? untouched;
    const had = new Set(kinds.flatMap(({ kind }) => (topicOf(kind) ? [notificationKinds[kind]] : [])));
    return {
      ...chosen,
      ...(staff ? { not_by_mail: unwanted(chosen, staff.weekly_summary) } : {}),
      topics: topics.filter((topic) => role !== 'user' || !isManaging(topic) || had.has(topic)),
      mailed_anyway: staff ? [summaries] : [],
      unit_sends: { notifications: settings.send_email_notification, help_desk: settings.send_email_helpdesk },
      timezone,
    };
  });

  serve(contract.saveChoice, async (ctx, { body: { quiet, ...chosen } }) => {
    const row = { ...chosen, quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null };
    await ctx.run(
      query
        .insertInto('notification_choice')
        .values({ tenant_id: ownTenant, person_id: ctx.actor.person_id, ...row })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doUpdateSet(row)),
    );
    const { role, person_id } = ctx.actor;
    if (role !== 'partner') return;
    const isWanted = !chosen.not_by_mail.includes(summaries);
    await ctx.identity.run(sql`
      update staff set weekly_summary = ${isWanted} where person_id = ${person_id} and role = 'partner' and weekly_summary <> ${isWanted}`);
  });
}
