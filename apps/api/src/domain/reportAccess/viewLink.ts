/** A view of a report behind a link: whoever may open the report opens it with this page and these filters (`savedViews.shared`). */
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type View = { report_id: string; person_id: string; page: string; state: string };

/** The id of the link, and the statement that keeps it. */
export function viewLink(view: View) {
  const id = uuidv7();
  return { id, keep: query.insertInto('saved_view').values({ tenant_id: ownTenant, id, kind: 'link', ...view }) };
}
