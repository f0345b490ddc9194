/** Who is in the demo. Ids are fixed, so that reports can be assigned to people and links can be shared. */

export const demoPassword = 'Vitrine-demo-2026';

const id = (suffix: number) => `0199a000-0000-7000-8000-${suffix.toString(16).padStart(12, '0')}`;

export const demoPartners = {
  horizonte: { id: id(0x10), name: 'Horizonte Analytics', host: 'horizonte.localhost' },
  mare: { id: id(0x11), name: 'Maré Dados', host: 'mare.localhost' },
} as const;

export const demoOperatorTenant = { id: id(0x20), name: 'Vitrine' };

export const demoUnits = {
  aurora: { id: id(0x21), partner: 'horizonte', name: 'Aurora Varejo', title: 'Aurora · Relatórios', timezone: 'America/Sao_Paulo' },
  serra: { id: id(0x22), partner: 'horizonte', name: 'Serra Logística', title: 'Serra · Painéis', timezone: 'America/Sao_Paulo' },
  litoral: { id: id(0x23), partner: 'mare', name: 'Litoral Saúde', title: 'Litoral · Indicadores', timezone: 'America/Fortaleza' },
  delta: { id: id(0x24), partner: 'mare', name: 'Delta Energia', title: 'Delta · Energia em dados', timezone: 'America/Manaus' },
} as const satisfies Record<string, { id: string; partner: keyof typeof demoPartners; name: string; title: string; timezone: string }>;

/** A fifth unit only shows what the end of a trial looks like. */
export const demoEndedTrial = { id: id(0x25), partner: 'horizonte', name: 'Aurora Piloto', ended_on: '2026-01-31' } as const;

/** Two more units show what states look like: a trial whose end is near, and what the operator has suspended since nobody paid. */
export const demoOtherUnits = {
  nascente: { id: id(0x26), partner: 'horizonte', name: 'Nascente Alimentos' },
  brisa: { id: id(0x27), partner: 'mare', name: 'Brisa Pousadas' },
} as const satisfies Record<string, { id: string; partner: keyof typeof demoPartners; name: string }>;
/** From the day on which the demo is loaded. */
export const demoTrialDays = 3;

export type DemoUnit = keyof typeof demoUnits;

type Membership = {
  id: string;
  unit: DemoUnit | keyof typeof demoOtherUnits | 'ended_trial';
  role: 'admin' | 'user';
  state?: 'inactive' | 'blocked';
  department?: string;
  is_default?: true;
  wake_capacities?: true;
  billing_administrator?: true;
};
type DemoPerson = {
  id: string;
  name: string;
  email: string;
  staff?:
    | { role: 'operator'; seller?: true; supports?: true }
    | { role: 'partner'; partner: keyof typeof demoPartners; bills?: true; supports?: true };
  memberships: Membership[];
};

let next = 0x1000;
const newId = () => id(next++);

const member = (unit: Membership['unit'], role: 'admin' | 'user', more: Partial<Membership> = {}): Membership => ({
  id: newId(),
  unit,
  role,
  ...more,
});
const person = (name: string, email: string, ...memberships: Membership[]): DemoPerson => ({ id: newId(), name, email, memberships });
const staff = (name: string, email: string, role: NonNullable<DemoPerson['staff']>): DemoPerson => ({
  id: newId(),
  name,
  email,
  staff: role,
  memberships: [],
});

export const demoPeople = {
  operador: staff('Olívia Prado', 'operador@vitrine.example', { role: 'operator', supports: true }),
  parceiro: staff('Pedro Horta', 'parceiro@horizonte.example', { role: 'partner', partner: 'horizonte', supports: true }),
  parceira: staff('Marina Couto', 'parceira@mare.example', { role: 'partner', partner: 'mare' }),
  admin: person(
    'Adriana Alves',
    'admin@aurora.example',
    member('aurora', 'admin', { department: 'Inteligência de mercado', billing_administrator: true }),
  ),
  ana: person('Ana Bittencourt', 'ana@aurora.example', member('aurora', 'user', { department: 'Regional Sul' })),
  bruno: person('Bruno Nascimento', 'bruno@aurora.example', member('aurora', 'user', { department: 'Regional Norte' })),
  carla: person(
    'Carla Menezes',
    'carla@aurora.example',
    member('aurora', 'user', { department: 'Lojas', is_default: true }),
    member('serra', 'user', { department: 'Distribuição' }),
  ),
  diego: person('Diego Farias', 'diego@aurora.example', member('aurora', 'user', { department: 'Lojas' })),
  elisa: person('Elisa Tavares', 'elisa@aurora.example', member('aurora', 'user', { department: 'Diretoria', wake_capacities: true })),
  bloqueado: person('Breno Lacerda', 'bloqueado@aurora.example', member('aurora', 'user', { state: 'blocked' })),
  inativo: person('Inês Moraes', 'inativa@aurora.example', member('aurora', 'user', { state: 'inactive' })),
  piloto: person('Paulo Rangel', 'piloto@aurora.example', member('ended_trial', 'user')),
  serra_admin: person('Sofia Serrano', 'admin@serra.example', member('serra', 'admin')),
  serra_leitor: person('Tiago Duarte', 'tiago@serra.example', member('serra', 'user')),
  litoral_admin: person('Lívia Praia', 'admin@litoral.example', member('litoral', 'admin')),
  litoral_leitora: person('Helena Maia', 'helena@litoral.example', member('litoral', 'user')),
  delta_admin: person('Davi Rocha', 'admin@delta.example', member('delta', 'admin')),
  delta_leitor: person('Igor Lemos', 'igor@delta.example', member('delta', 'user')),
  litoral_nova: person('Otávio Lins', 'otavio@clinicas.example', member('litoral', 'user', { state: 'inactive' })),
  serra_diretora: person('Regina Fontoura', 'regina@serra.example', member('serra', 'user', { department: 'Diretoria' })),
  serra_gerente: person('Joana Kist', 'joana.kist@serra.example', member('serra', 'user', { department: 'Rotas do Sudeste' })),
  litoral_diretor: person('César Moura', 'cesar@litoral.example', member('litoral', 'user', { department: 'Diretoria' })),
  litoral_coordenador: person('Jonas Freire', 'jonas.freire@litoral.example', member('litoral', 'user', { department: 'Parangaba' })),
  delta_diretora: person('Dora Amaral', 'dora@delta.example', member('delta', 'user', { department: 'Diretoria' })),
  delta_gerente: person('Vera Tapajós', 'vera.tapajos@delta.example', member('delta', 'user', { department: 'Regional Sul' })),
  operadora: staff('Otília Braga', 'operadora@vitrine.example', { role: 'operator' }),
  vendedora: staff('Valéria Siqueira', 'vendedora@vitrine.example', { role: 'operator', seller: true }),
  socia: staff('Paula Brandt', 'socia@horizonte.example', { role: 'partner', partner: 'horizonte', bills: true }),
  nascente_admin: person('Nara Pinheiro', 'admin@nascente.example', member('nascente', 'admin')),
  brisa_admin: person('Bento Arraes', 'admin@brisa.example', member('brisa', 'admin')),
  brisa_leitora: person('Íris Calado', 'iris@brisa.example', member('brisa', 'user', { department: 'Recepção' })),
} as const satisfies Record<string, DemoPerson>;

export type DemoPersonName = keyof typeof demoPeople;

/** Groups of the units and who is in them. */
export const demoGroups = {
  diretoria: {
    id: id(0x31),
    unit: 'aurora',
    name: 'Diretoria',
    description: 'Vê a rede inteira',
    refresh_datasets: true,
    members: ['elisa'],
  },
  regionais: {
    id: id(0x32),
    unit: 'aurora',
    name: 'Gerências regionais',
    description: '',
    refresh_datasets: false,
    members: ['ana', 'bruno'],
  },
  lojas: {
    id: id(0x33),
    unit: 'aurora',
    name: 'Gerentes de loja',
    description: 'Cada gerente vê a própria loja',
    refresh_datasets: false,
    members: ['carla', 'diego'],
  },
  serra_diretoria: {
    id: id(0x34),
    unit: 'serra',
    name: 'Diretoria',
    description: 'Vê todas as rotas',
    refresh_datasets: true,
    members: ['serra_diretora'],
  },
  serra_rotas: {
    id: id(0x35),
    unit: 'serra',
    name: 'Gerentes de rota',
    description: 'Cada gerente vê as próprias rotas',
    refresh_datasets: false,
    members: ['serra_leitor', 'serra_gerente'],
  },
  litoral_diretoria: {
    id: id(0x36),
    unit: 'litoral',
    name: 'Diretoria',
    description: 'Vê todas as unidades',
    refresh_datasets: true,
    members: ['litoral_diretor'],
  },
  litoral_unidades: {
    id: id(0x37),
    unit: 'litoral',
    name: 'Coordenação das unidades',
    description: 'Cada coordenação vê a própria unidade',
    refresh_datasets: false,
    members: ['litoral_leitora', 'litoral_coordenador'],
  },
  delta_diretoria: {
    id: id(0x38),
    unit: 'delta',
    name: 'Diretoria',
    description: 'Vê todas as regionais',
    refresh_datasets: true,
    members: ['delta_diretora'],
  },
  delta_regionais: {
    id: id(0x39),
    unit: 'delta',
    name: 'Gerentes de regional',
    description: 'Cada gerente vê a própria regional',
    refresh_datasets: false,
    members: ['delta_leitor', 'delta_gerente'],
  },
} as const satisfies Record<
  string,
  { id: string; unit: DemoUnit; name: string; description: string; refresh_datasets: boolean; members: readonly DemoPersonName[] }
>;

/** Files of people in Aurora. */
export const demoImports = { waiting: id(0x51), done: id(0x52) } as const;

/** What `npm start` prints, and the README. */
export const demoSignIns = [
  { email: demoPeople.operador.email, what: 'operator of the platform' },
  { email: demoPeople.parceiro.email, what: 'partner with the units Aurora and Serra' },
  { email: demoPeople.admin.email, what: 'administrator of Aurora' },
  { email: demoPeople.ana.email, what: 'reader in Aurora, southern region only' },
  { email: demoPeople.bruno.email, what: 'reader in Aurora, northern region only' },
  { email: demoPeople.carla.email, what: 'reader in Aurora and Serra' },
  { email: demoPeople.elisa.email, what: 'reader in Aurora, everything; may refresh data and wake a paused capacity' },
  { email: demoPeople.bloqueado.email, what: 'blocked' },
  { email: demoPeople.inativo.email, what: 'inactive' },
  { email: demoPeople.piloto.email, what: 'in a unit whose trial has ended' },
  { email: demoPeople.nascente_admin.email, what: 'administrator of a unit whose trial ends in three days' },
  { email: demoPeople.brisa_admin.email, what: 'in a unit that the operator has suspended' },
] as const;
