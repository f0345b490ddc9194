/** Security incidents of Aurora: one whose clock is running, and one that was told in time and closed. */
import { dueOn } from '#domain/incidents/businessDays.rules.ts';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

const hourMs = 3_600_000;

export async function loadDemoIncidents({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const ago = (hours: number) => new Date(now().getTime() - hours * hourMs);
  const common = { tenant_id, created_by: demoPeople.admin.id, data_officer: 'Helena Prado, privacidade@aurora.example, (11) 4000-1234' };
  const open = { id: uuidv7(), noticed_at: ago(20) };
  const closed = { id: uuidv7(), noticed_at: ago(24 * 60) };
  const concerned = (
    incident_id: string,
    found_by: string,
    people: readonly { memberships: readonly { id: string }[] }[],
    added_at: Date,
  ) => people.map(({ memberships }) => ({ tenant_id, incident_id, membership_id: memberships[0]?.id ?? '', found_by, added_at }));
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load', person_id: demoPeople.admin.id, actor_id: demoPeople.admin.id },
    query.insertInto('incident').values({
      ...common,
      ...open,
      due_on: dueOn(open.noticed_at),
      created_at: ago(19),
      title: 'Planilha de vendas enviada ao fornecedor errado',
      happened: 'Um arquivo baixado de um relatório, com nomes e metas da equipe, foi enviado a um fornecedor com nome parecido.',
      happened_from: ago(44),
      happened_until: ago(20),
      data_kinds: ['identity', 'usage'],
      measures: 'O fornecedor foi avisado e pedimos que apague o arquivo.',
    }),
    query.insertInto('incident').values({
      ...common,
      ...closed,
      due_on: dueOn(closed.noticed_at),
      created_at: closed.noticed_at,
      title: 'Celular da gerência perdido',
      happened: 'O aparelho estava com o portal aberto. Foi perdido em viagem e não foi encontrado.',
      happened_from: ago(24 * 60 + 10),
      data_kinds: ['identity', 'contact_data'],
      cause: 'O aparelho não pedia senha.',
      measures: 'As sessões foram encerradas no mesmo dia, e os aparelhos da equipe agora pedem senha.',
      risk: 'relevant',
      risk_reason: 'Quem achou o aparelho podia ver e-mails e telefones da equipe.',
      authority_told_at: ago(24 * 59),
      people_told_at: ago(24 * 59),
      closing: 'A autoridade não pediu nada mais.',
      closed_at: ago(24 * 40),
    }),
    query
      .insertInto('incident_person')
      .values([
        ...concerned(open.id, 'exports', [demoPeople.bruno, demoPeople.carla], ago(18)),
        ...concerned(open.id, 'hand', [demoPeople.ana], ago(17)),
        ...concerned(closed.id, 'group', [demoPeople.ana, demoPeople.bruno], ago(24 * 59)),
      ]),
  );
}
