/** What a report looked like the last time, for a skeleton of the same shape. */
import type { ReportPage } from '#platform/embed/embeddedReport.ts';
import type { ReportShape } from '#platform/storage.ts';
import { rememberView, storage } from '#platform/storage.ts';

/** So many reports are remembered, the latest ones. */
const kept = 60;

const unknown: ReportShape = { tabs: 4, width: 16, height: 9, named: true };

/** Of a report that was never seen, what most are like. */
export const shapeOf = (id: string): ReportShape => storage.read('bi:view')?.report_shapes?.[id] ?? unknown;

/** Remembers the page that the report opened at, and how many tabs it has. */
export function rememberShape(
  id: string,
  pages: readonly ReportPage[],
  page: string | null,
  { listed, named }: { listed: boolean; named: boolean },
): void {
  const { width, height } = pages.find(({ name }) => name === page) ?? {};
  const { [id]: before = unknown, ...others } = storage.read('bi:view')?.report_shapes ?? {};
  const shape = {
    named,
    tabs: listed && pages.length > 1 ? pages.length : 0,
    width: width ?? before.width,
    height: height ?? before.height,
  };
  const latest = Object.entries(others).slice(1 - kept);
  rememberView({ report_shapes: { ...Object.fromEntries(latest), [id]: shape } });
}
