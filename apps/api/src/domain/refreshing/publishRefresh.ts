/** Notifications about refreshes: to the requester, and to administrators when a schedule was paused. */
import type { Statement } from '#platform/database/query.ts';
import { notify } from '#domain/notifications/notify.ts';
import { failuresUntilPause } from './schedule.rules.ts';

type About = { report_id: string | null; report: string | null };

const linkTo = ({ report_id }: About): { link: string } | Record<never, never> =>
  report_id === null ? {} : { link: `/management/report/${report_id}?tab=refresh` };

/** To the requester; `null` for success, otherwise the service's message. */
export function tellAsker(tenant_id: string, person_id: string, about: About, failure: string | null): Statement[] {
  const link = about.report_id === null ? {} : { link: `/${about.report_id}/reports/view` };
  const report = about.report ?? '';
  const values: Record<string, string> = failure === null ? { report } : { report, reason: failure };
  const kind = failure === null ? 'refresh_completed' : 'refresh_failed';
  return notify(tenant_id, { person_ids: [person_id], kind, values, ...link });
}

/** To administrators: the owner of the schedule has left. */
export const tellKeeperGone = (tenant_id: string, person_ids: readonly string[], about: About & { owner_name: string }): Statement[] =>
  notify(tenant_id, {
    person_ids,
    kind: 'refresh_unkept',
    values: { report: about.report ?? '', person: about.owner_name },
    ...linkTo(about),
  });

/** To administrators: the schedule was paused. */
export const tellPaused = (tenant_id: string, person_ids: readonly string[], about: About): Statement[] =>
  notify(tenant_id, {
    person_ids,
    kind: 'refresh_paused',
    values: { report: about.report ?? '', count: failuresUntilPause },
    ...linkTo(about),
  });
