/** Demo data: what Elisa and Bruno said beside a report. */
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople } from './people.ts';

const hourMs = 3_600_000;

export function commentsOn(about: { report_id: string; tenant_id: string; view_id: string }, now: Date): Statement[] {
  const { tenant_id } = about;
  const thread_id = uuidv7();
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const [asked, answered] = [ago(20), ago(18)];
  const said = (person_id: string, text: string, created_at: Date) =>
    query.insertInto('report_comment').values({ tenant_id, id: uuidv7(), thread_id, person_id, text, created_at });
  const thread = {
    ...about,
    id: thread_id,
    page: 'Visão geral',
    filters: JSON.stringify(['Canal: Site, Aplicativo']),
    opened_by: demoPeople.elisa.id,
    created_at: asked,
    touched_at: answered,
  };
  return [
    query.insertInto('report_thread').values(thread),
    said(demoPeople.elisa.id, 'O site passou o aplicativo em outubro. É a campanha?', asked),
    said(demoPeople.bruno.id, 'Sim, e a campanha vai até o fim do mês.', answered),
  ];
}
