/**
 * A page that was opened at a report's own address: everything the report needs is asked for at once, beside the portal
 * and its shell instead of after them. Only what this costs stands in the first file of the page; the rest comes when needed.
 */
import { openFromAddress } from './viewer/opening.ts';

/** Does nothing for any other path. Whatever fails here is tried again, and told, by the viewer. */
export function startReportOf(path: string): void {
  if (!openFromAddress(path)) return;
  import('../../core/embed/client.ts').then(({ loadClient }) => loadClient()).catch(() => undefined);
}
