/** Imports of Aurora: one with errors to correct, and one that was finished this morning. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { demoImports, demoPeople, demoUnits } from './people.ts';
import { positionField, temporaryStaff } from './staff.ts';

const header = ['Nome completo', 'E-mail', 'Setor', 'Grupos', 'Cargo'];
const mapping = ['name', 'email', 'department', 'groups', `custom:${positionField}`];

const waiting = [
  { cells: ['Bárbara Siqueira', 'barbara.siqueira@aurora.example', 'Compras', 'Compradores', 'Analista'], problems: {} },
  { cells: ['Cauã Ribeiro', 'caua.ribeiro@gmial.com', 'Lojas', '', 'Assistente'], problems: {}, doubtful: true },
  { cells: ['Dalva Prestes', 'dalva.prestes@aurora.example,', 'Lojas', '', 'Gerente'], problems: { 1: 'invalid' } },
  { cells: ['Enzo Quadros', 'enzo.quadros@aurora.example', 'Compras', 'Comprador', 'Analista'], problems: { 3: 'unknown_group' } },
  { cells: ['', 'sem.nome@aurora.example', 'Financeiro', 'Controladoria', 'Analista'], problems: { 0: 'required' } },
];

export async function loadDemoImports({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000);
  const common = { tenant_id, header, mapping, created_by: demoPeople.admin.id };
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query.insertInto('user_import').values([
      { ...common, id: demoImports.waiting, file_name: 'contratados.csv', created_at: ago(20) },
      {
        ...common,
        id: demoImports.done,
        file_name: 'temporarios.xlsx',
        state: 'done',
        ignore_errors: true,
        created_at: ago(190),
        started_at: ago(185),
        finished_at: ago(184),
      },
    ]),
    query.insertInto('user_import_row').values([
      ...waiting.map(({ cells, problems, doubtful = false }, index) => ({
        tenant_id,
        import_id: demoImports.waiting,
        line: index + 2,
        cells,
        problems: JSON.stringify(problems),
        doubtful,
      })),
      ...temporaryStaff.map(({ membership_id, name, email, department }, index) => ({
        tenant_id,
        import_id: demoImports.done,
        line: index + 2,
        cells: [name, email, department, '', ''],
        state: 'success',
        membership_id,
        made: true,
      })),
      {
        tenant_id,
        import_id: demoImports.done,
        line: 4,
        cells: ['Sem endereço', '', 'Lojas', '', ''],
        state: 'failed',
        problems: JSON.stringify({ 1: 'required' }),
      },
    ]),
    // Some of the imported people have a date of deactivation.
    sql`update membership set block_on = ${ago(-20 * 1440)}::timestamptz::date, delete_on = ${ago(-50 * 1440)}::timestamptz::date
      where id = any (${temporaryStaff.map(({ membership_id }) => membership_id)}::uuid[])`,
  );
}
