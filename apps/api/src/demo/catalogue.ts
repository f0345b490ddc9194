/** Reports of the local service by unit, with their groups and assignments. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { DemoGrant, DemoReportGroup } from './demoReport.ts';
import type { DemoUnit } from './people.ts';
import { demoTrades } from './trades.ts';

const everybody: DemoGrant[] = [{ unit: true }];
const origin = (...values: string[]): ColumnFilter => ({ table: 'Automóveis', column: 'Origem', values });

export const demoCatalogue: Record<DemoUnit, DemoReportGroup[]> = {
  aurora: [
    {
      name: 'Vendas',
      description: 'Como a rede vende, por região, loja e produto',
      icon: 'store',
      subgroups: ['Rede', 'Resultado'],
      reports: [
        {
          name: 'Vendas da rede',
          description: 'Receita, metas e produtos das 35 lojas desde 2024',
          subgroup: 'Rede',
          data_rule: 'rls',
          ignore_rls: true,
          allow_export: true,
          allow_edit: true,
          grants: [
            { person: 'ana', roles: ['Região Sul'] },
            { person: 'bruno', roles: ['Região Norte'] },
            { group: 'lojas', roles: ['Gerente da loja'], username: '{{email}}' },
            { group: 'diretoria', roles: ['Tudo'], may_edit: true },
          ],
        },
        {
          name: 'Margem e descontos',
          description: 'Onde a margem fica e o que os descontos custam',
          subgroup: 'Resultado',
          data_rule: 'rls',
          ignore_rls: true,
          show_in_catalogue: true,
          catalogue_description: 'Margem por produto e região; útil para negociar descontos.',
          grants: [
            { group: 'diretoria', roles: ['Tudo'] },
            { person: 'ana', roles: ['Região Sul'], ends_on: '2027-12-31' },
          ],
        },
        {
          name: 'Fechamento mensal por loja',
          description: 'Faturamento, meta e pedidos de cada loja, mês a mês, em páginas para imprimir',
          subgroup: 'Resultado',
          data_rule: 'rls',
          ignore_rls: true,
          allow_export: true,
          grants: [
            { person: 'ana', roles: ['Região Sul'] },
            { group: 'diretoria', roles: ['Tudo'] },
          ],
        },
      ],
    },
    {
      name: 'Mercado',
      description: 'Dados públicos para comparar',
      icon: 'globe',
      reports: [
        {
          name: 'Terremotos e desastres',
          description: 'Onde a terra treme e o que os desastres custaram',
          show_in_catalogue: true,
          catalogue_description: 'Para quem cuida de logística e seguros.',
          grants: [{ group: 'diretoria' }],
        },
        {
          name: 'Clima de Seattle',
          description: 'Chuva, vento e temperatura por dia',
          show_in_catalogue: true,
          grants: [{ group: 'diretoria' }],
        },
        { name: 'Saúde e renda no mundo', description: 'Expectativa de vida e renda desde 1955', grants: everybody },
        { name: 'Cinema', description: 'Bilheteria e crítica de três mil filmes', grants: everybody },
        {
          name: 'Automóveis de 1970 a 1982',
          description: 'Um filtro por grupo: cada gerência compara os seus concorrentes',
          data_rule: 'filter',
          ignore_rls: true,
          grants: [
            { group: 'regionais', filters: [origin('Japão')] },
            { unit: true, filters: [origin('Europa', 'Japão', 'Estados Unidos')] },
          ],
        },
      ],
    },
  ],
  ...demoTrades,
};
