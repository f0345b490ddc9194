/**
 * For a page that is opened at the address of a report: everything that the report needs is requested at once, in parallel with the portal
 * and its shell. Only this small module is in the first chunk; the rest is loaded when needed.
 */
import { prefetchReport } from './viewer/prefetchReport.ts';

/** Does nothing for other paths. Failures are ignored here; the viewer tries again and reports them. */
export function startReportOf(path: string): void {
  if (!prefetchReport(path)) return;
  import('#platform/embed/client.ts').then(({ loadClient }) => loadClient()).catch(() => undefined);
}
