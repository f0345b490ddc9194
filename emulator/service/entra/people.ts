/** A person who can sign in at the local service. */
export type Person = {
  object_id: string;
  name: string;
  /** Sign-in name and mail address. */
  mail: string;
  /** Whether the directory vouches that the address is of a domain of its own. */
  vouched: boolean;
  /** Whether the person's home is another directory. */
  guest: boolean;
};

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
];
