/** Tells somebody that a report, or a view of it, was shared with them. */
import type { Notice } from './notify.ts';

type Shared = { person: string; note: string; view_id: string | null };

export function sharedNotice(person_ids: readonly string[], report: { id: string; title: string }, shared: Shared): Notice {
  const { person, note, view_id } = shared;
  const values = { person, report: report.title };
  const link = `/${report.id}/reports/view${view_id === null ? '' : `?view=${view_id}`}`;
  return note === ''
    ? { person_ids, kind: 'report_shared', values, link }
    : { person_ids, kind: 'report_shared_note', values: { ...values, note }, link };
}
