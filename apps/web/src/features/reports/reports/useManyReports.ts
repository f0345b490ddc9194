import { start } from '#endpoints/datasets/datasetRefresh.ts';
import { get, remove, reorder, reportInput, update } from '@vitrine/contract/reports/reports.ts';
import type { Report, ReportInput } from '@vitrine/contract/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { failureText, toast } from '#platform/toast.ts';

/** What can be done with many reports besides assigning them. */
export type ReportsWish = 'move' | 'hide' | 'show' | 'refresh' | 'delete';

/** The fields of a report that its form writes. */
export const inputOf = (report: Report): ReportInput =>
  reportInput.parse(Object.fromEntries(Object.keys(reportInput.shape).map((name) => [name, report[name as keyof ReportInput]])));

/** With the version that is stored now: whoever changed something else meanwhile keeps it. */
async function setActive(id: string, active: boolean): Promise<boolean> {
  const report = await call(get, { params: { id } });
  if (report.active === active) return false;
  await call(update, { params: { id }, body: { ...inputOf(report), link_url: report.link_url, version: report.version, active } });
  return true;
}

/** Links and pages have no data to refresh. */
async function refresh(id: string): Promise<boolean> {
  const { dataset_id } = await call(get, { params: { id } });
  if (dataset_id === null) return false;
  await call(start, { params: { id } });
  return true;
}

/** One after the other, so that a refusal of one is told and stops no other. True for what has changed something. */
const works: Record<Exclude<ReportsWish, 'move'>, (id: string) => Promise<boolean>> = {
  hide: (id) => setActive(id, false),
  show: (id) => setActive(id, true),
  refresh,
  delete: (id) => call(remove, { params: { id } }).then(() => true),
};

/** Does it, and tells how many were changed, how many were left as they were, and why the first of the refused was. */
export function useManyReports(): (wish: ReportsWish, ids: readonly string[], group: string | null) => Promise<void> {
  const { t } = useTranslation('reports');
  return async (wish, ids, group) => {
    if (wish === 'move') {
      if (group) await call(reorder, { body: { group_id: group, subgroup_id: null, report_ids: [...ids] } });
      toast.success(t('many_done_move', { count: ids.length }));
      return;
    }
    let done = 0;
    const refusals: unknown[] = [];
    for (const id of ids) {
      try {
        if (await works[wish](id)) done += 1;
      } catch (error) {
        refusals.push(error);
      }
    }
    const left = ids.length - done - refusals.length;
    const told = [t(`many_done_${wish}`, { count: done }), ...(left > 0 ? [t('many_left', { count: left })] : [])].join(' ');
    if (refusals.length === 0) toast.success(told);
    else toast.error(`${told} ${t('many_refused', { count: refusals.length, why: failureText(failureOf(refusals[0])) })}`);
  };
}
