import { start } from '#endpoints/datasets/datasetRefresh.ts';
import { get, remove, reportInput, update } from '@vitrine/contract/reports/reports.ts';
import type { Report, ReportInput } from '@vitrine/contract/reports/reports.ts';
import { call } from '#platform/http.ts';

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
export const works: Record<Exclude<ReportsWish, 'move'>, (id: string) => Promise<boolean>> = {
  hide: (id) => setActive(id, false),
  show: (id) => setActive(id, true),
  refresh,
  delete: (id) => call(remove, { params: { id } }).then(() => true),
};
