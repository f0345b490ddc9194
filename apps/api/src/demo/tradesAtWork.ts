/** Demo data of Serra, Litoral and Delta in use: favourites, a request, owners of reports. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { DemoPersonName, DemoUnit } from './people.ts';
import { demoPeople, demoUnits } from './people.ts';

type Trade = {
  admin: DemoPersonName;
  favourites: [DemoPersonName, string][];
  asks: { person: DemoPersonName; title: string; reason: string };
};

const trades: Record<Exclude<DemoUnit, 'aurora'>, Trade> = {
  serra: {
    admin: 'serra_admin',
    favourites: [
      ['serra_leitor', 'Entregas no prazo'],
      ['serra_diretora', 'Custo por quilômetro'],
    ],
    asks: {
      person: 'serra_leitor',
      title: 'Custo por quilômetro',
      reason: 'Quero mostrar aos motoristas quanto custa cada quilômetro do Sul.',
    },
  },
  litoral: {
    admin: 'litoral_admin',
    favourites: [
      ['litoral_leitora', 'Agenda e faltas'],
      ['litoral_diretor', 'Leitos e ocupação'],
    ],
    asks: { person: 'litoral_coordenador', title: 'Convênios e receita', reason: 'Preciso entender as glosas da ortopedia em Parangaba.' },
  },
  delta: {
    admin: 'delta_admin',
    favourites: [
      ['delta_leitor', 'Consumo e perdas'],
      ['delta_diretora', 'Interrupções'],
    ],
    asks: { person: 'delta_gerente', title: 'Arrecadação', reason: 'A regional Sul quer acompanhar os atrasos do poder público.' },
  },
};

const memberOf = (person: DemoPersonName, unit: DemoUnit): string =>
  demoPeople[person].memberships.find((membership) => membership.unit === unit)?.id ?? fail('not_found');

export async function loadDemoTrades({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  for (const unit of ['serra', 'litoral', 'delta'] as const) {
    const { id: tenant_id } = demoUnits[unit];
    const { admin, favourites, asks } = trades[unit];
    const scope = { kind: 'tenant', tenant_id, action: 'demo.load' } as const;
    const reports = await database.run(scope, query.selectFrom('report').select(['id', 'title']));
    const idOf = (title: string) => reports.find((report) => report.title === title)?.id ?? fail('not_found');
    await database.runEach(scope, [
      ...favourites.map(([person, title]) =>
        query.insertInto('favourite').values({ tenant_id, person_id: demoPeople[person].id, report_id: idOf(title), position: 0 }),
      ),
      query.insertInto('catalogue_request').values({
        tenant_id,
        id: uuidv7(),
        report_id: idOf(asks.title),
        membership_id: memberOf(asks.person, unit),
        reason: asks.reason,
        created_at: new Date(now().getTime() - 2 * 86_400_000),
      }),
      sql`update report set owner_id = ${demoPeople[admin].id}::uuid`,
    ]);
  }
}
