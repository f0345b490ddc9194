/** Demo data of the archive: a report that nobody opened for long and is offered, and one that was archived. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

const { id: tenant_id } = demoUnits.aurora;
const dayMs = 86_400_000;

/** Needs a group of reports. They are links, of which nobody has to ask a service. */
export async function loadDemoReportHealth({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const scope = { kind: 'tenant', tenant_id, action: 'demo.load' } as const;
  const [group] = await database.run(scope, query.selectFrom('report_group').select('id').orderBy('position').limit(1));
  if (!group) return;
  const ago = (days: number) => new Date(now().getTime() - days * dayMs);
  const link = (title: string, description: string, days: number) => ({
    tenant_id,
    id: uuidv7(),
    kind: 'link',
    title,
    description,
    group_id: group.id,
    link_url: 'https://www.ibge.gov.br/estatisticas/economicas/comercio.html',
    owner_id: demoPeople.admin.id,
    created_at: ago(days),
  });
  const archived = { active: false, archived_at: ago(20), archived_by: demoPeople.admin.id };
  await database.runEach(scope, [
    query.insertInto('report').values(link('Inventário de 2025', 'A contagem do ano passado, loja a loja', 260)),
    query.insertInto('report').values({ ...link('Campanha de Natal de 2024', 'O resultado da campanha', 640), ...archived }),
  ]);
}
