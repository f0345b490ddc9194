/** A person who can sign in at the local service. */
export type Person = {
  object_id: string;
  name: string;
  /** Sign-in name and mail address. */
  mail: string;
};

const person = (number: string, name: string, mail: string): Person => ({
  object_id: `5b1f0c9e-3d27-4c60-9a41-0000000000${number}`,
  name,
  mail,
});

/** The people of the local directory. Public on purpose: a service that others can reach is started with its own. */
export const demoPeople: Person[] = [
  person('01', 'Ana Bittencourt', 'ana@aurora.example'),
  person('02', 'Bruno Nascimento', 'bruno@aurora.example'),
  person('03', 'Carla Menezes', 'carla@aurora.example'),
  person('04', 'Adriana Alves', 'admin@aurora.example'),
  person('05', 'Nobody In The Portal', 'stranger@elsewhere.example'),
];
