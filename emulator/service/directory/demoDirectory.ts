import { demoOperations } from '../../definitions/demo.ts';
import type { Group, Person } from './people.ts';

/** Everybody's password in the local directory. Public on purpose, as the secret of the application is. */
export const demoPassword = 'Vitrine-demo-2026';

const person = (number: string, name: string, mail: string, other: Partial<Person> = {}): Person => ({
  object_id: `5b1f0c9e-3d27-4c60-9a41-0000000000${number}`,
  name,
  mail,
  vouched: true,
  guest: false,
  ...other,
});

/** The people of the local directory. Public on purpose: a service that others can reach is started with its own. */
export const demoPeople: Person[] = [
  person('01', 'Ana Bittencourt', 'ana@aurora.example'),
  person('02', 'Bruno Nascimento', 'bruno@aurora.example'),
  person('03', 'Carla Menezes', 'carla@aurora.example'),
  person('04', 'Adriana Alves', 'admin@aurora.example'),
  person('05', 'Nobody In The Portal', 'stranger@elsewhere.example'),
  person('06', 'Sofia Serrano', 'admin@serra.example'),
  person('07', 'Tiago Duarte', 'tiago@serra.example'),
  person('08', 'Helena Prates', 'helena@serra.example'),
  person('09', 'Caio Brandão', 'caio@serra.example', { vouched: false }),
  person('10', 'Marta Quevedo', 'marta@serra.example', { guest: true }),
  person('11', 'Lívia Praia', 'admin@litoral.example'),
  person('12', 'Helena Maia', 'helena@litoral.example'),
  person('13', 'César Moura', 'cesar@litoral.example'),
  person('14', 'Noemi Barreto', 'noemi@litoral.example'),
  person('15', 'Jonas Freire', 'jonas.freire@litoral.example'),
];

const group = (number: string, name: string, ...members: string[]): Group => ({
  id: `8e40b7d2-6a15-4f93-b0c8-0000000000${number}`,
  name,
  members: members.map((one) => person(one, '', '').object_id),
});

export const demoGroups: Group[] = [
  { ...group('01', '', '07', '08', '09'), ...demoOperations },
  group('02', 'Serra - Diretoria', '06'),
  group('03', 'Litoral - Clínicas', '12', '14', '15'),
  group('04', 'Litoral - Diretoria', '11', '13'),
];
