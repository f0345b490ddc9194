/** Reports of the haulier, the clinics and the power company, with their groups and assignments. */
import type { DemoGrant, DemoReport, DemoReportGroup } from './demoReport.ts';
import type { DemoUnit } from './people.ts';

const withRoles = (...grants: DemoGrant[]): Pick<DemoReport, 'data_rule' | 'ignore_rls' | 'grants'> => ({
  data_rule: 'rls',
  ignore_rls: true,
  grants,
});

/** The unit's managers see what is theirs by their e-mail. */
const managers = (group: 'serra_rotas' | 'litoral_unidades' | 'delta_regionais', role: string): DemoGrant => ({
  group,
  roles: [role],
  username: '{{email}}',
});
const routes = managers('serra_rotas', 'Gerente da rota');
const clinics = managers('litoral_unidades', 'Coordenação da unidade');
const regions = managers('delta_regionais', 'Gerente da regional');

export const demoTrades: Record<Exclude<DemoUnit, 'aurora'>, DemoReportGroup[]> = {
  serra: [
    {
      name: 'Entregas',
      description: 'O que chega no prazo, e o que não chega',
      icon: 'truck',
      reports: [
        {
          name: 'Entregas no prazo',
          description: 'Pontualidade das doze rotas, e por que as entregas atrasam',
          allow_export: true,
          ...withRoles({ group: 'serra_diretoria', roles: ['Tudo'] }, routes, { person: 'carla', roles: ['Corredor Sul'] }),
        },
      ],
    },
    {
      name: 'Custos e frota',
      description: 'O que custa um quilômetro, e que caminhões esperam',
      icon: 'money',
      reports: [
        {
          name: 'Custo por quilômetro',
          description: 'Diesel, pedágio e manutenção, e o que sobra do frete',
          show_in_catalogue: true,
          catalogue_description: 'Custo de cada rota e de cada modelo de caminhão.',
          ...withRoles({ group: 'serra_diretoria', roles: ['Tudo'] }, { person: 'serra_gerente', roles: ['Corredor Sudeste'] }),
        },
        {
          name: 'Frota parada',
          description: 'Quantos caminhões rodam, esperam carga ou estão na oficina',
          ...withRoles({ group: 'serra_diretoria', roles: ['Tudo'] }, { group: 'serra_rotas', roles: ['Tudo'] }),
        },
      ],
    },
  ],
  litoral: [
    {
      name: 'Atendimento',
      description: 'Consultas, espera e leitos das cinco unidades',
      icon: 'health',
      reports: [
        {
          name: 'Agenda e faltas',
          description: 'Quem marca e não vem, e quanto se espera na recepção',
          allow_export: true,
          ...withRoles({ group: 'litoral_diretoria', roles: ['Tudo'] }, clinics),
        },
        {
          name: 'Leitos e ocupação',
          description: 'Quantos leitos estão ocupados, onde e em que época do ano',
          ...withRoles({ group: 'litoral_diretoria', roles: ['Tudo'] }, clinics),
        },
      ],
    },
    {
      name: 'Financeiro',
      description: 'De onde vem a receita',
      icon: 'money',
      reports: [
        {
          name: 'Convênios e receita',
          description: 'Receita por convênio, e o que eles deixam de pagar',
          show_in_catalogue: true,
          catalogue_description: 'Receita e glosas por convênio, para negociar contratos.',
          ...withRoles({ group: 'litoral_diretoria', roles: ['Tudo'] }, { person: 'litoral_leitora', roles: ['Fortaleza'] }),
        },
      ],
    },
  ],
  delta: [
    {
      name: 'Rede',
      description: 'Energia, perdas e interrupções das onze subestações',
      icon: 'leaf',
      reports: [
        {
          name: 'Consumo e perdas',
          description: 'Quanta energia sai, quando, e quanta se perde no caminho',
          allow_export: true,
          ...withRoles({ group: 'delta_diretoria', roles: ['Tudo'] }, regions),
        },
        {
          name: 'Interrupções',
          description: 'Quantas vezes e por quanto tempo falta energia, e por quê',
          ...withRoles({ group: 'delta_diretoria', roles: ['Tudo'] }, regions),
        },
      ],
    },
    {
      name: 'Clientes',
      description: 'O que é faturado, e quem paga tarde',
      icon: 'people',
      reports: [
        {
          name: 'Arrecadação',
          description: 'Faturado, recebido em dia e em atraso, por classe de cliente',
          show_in_catalogue: true,
          catalogue_description: 'Faturas e atrasos por classe e subestação.',
          ...withRoles({ group: 'delta_diretoria', roles: ['Tudo'] }, { person: 'delta_leitor', roles: ['Regional Norte'] }),
        },
      ],
    },
  ],
};
