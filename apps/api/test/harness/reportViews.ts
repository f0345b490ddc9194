/** Visits of reports as they are stored, at moments that a test names. */
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { World } from './world.ts';

/** Whoever acts for somebody opens it in that person's place. */
type View = {
  tenant_id: string;
  report_id: string;
  person_id: string;
  actor_id?: string;
  opened_at: string | Date;
  seconds: number;
  trouble?: string;
};
/** The first page that was shown; null where none ever was. */
export type ShownPage = { load_ms: number | null; device: string } | null;

export async function writeView({ owner }: World, view: View, page: ShownPage): Promise<void> {
  const { tenant_id, person_id, opened_at } = view;
  const id = uuidv7();
  await owner.run(query.insertInto('report_view').values({ actor_id: person_id, ...view, id }));
  if (!page) return;
  const shown = { tenant_id, id: uuidv7(), view_id: id, page: 'Resumo', origin: 'viewer', shown_at: opened_at, ...page };
  await owner.run(query.insertInto('report_page_view').values(shown));
}
