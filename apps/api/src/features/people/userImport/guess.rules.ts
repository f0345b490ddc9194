/** Guesses the field of a column: by an earlier mapping, its name in four languages, or its content. */
import type { ImportField } from '@vitrine/contract/people/userImport.ts';
import { importFields } from '@vitrine/contract/people/userImport.ts';
import type { FieldRule } from '#domain/people/customFields.ts';

export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const names: Record<ImportField, readonly string[]> = {
  name: ['nome', 'nome completo', 'name', 'full name', 'nombre', 'nombre completo', 'colaborador', 'usuario', 'utilizador', 'funcionario'],
  email: ['e mail', 'email', 'mail', 'correo', 'correo electronico', 'endereco de e mail', 'login'],
  phone: ['telefone', 'celular', 'telemovel', 'phone', 'phone number', 'telefono', 'movil', 'fone', 'whatsapp', 'mobile'],
  department: ['departamento', 'department', 'area', 'setor', 'sector', 'depto'],
  language: ['idioma', 'language', 'lingua', 'lengua'],
  role: ['perfil', 'role', 'papel', 'tipo', 'type', 'profile'],
  groups: ['grupos', 'grupo', 'groups', 'group', 'grupo de usuarios', 'user group'],
  block_on: ['data de bloqueio', 'bloquear em', 'block date', 'block on', 'fecha de bloqueo', 'bloquear el'],
  delete_on: [
    'data de exclusao',
    'data de eliminacao',
    'excluir em',
    'eliminar em',
    'deletion date',
    'delete on',
    'fecha de eliminacion',
    'eliminar el',
  ],
};

const looksLikeMail = (cell: string) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell);
const looksLikePhone = (cell: string) => /^\+?[\d\s().-]{8,20}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 8;
const mostly = (cells: readonly string[], test: (cell: string) => boolean) => {
  const full = cells.filter((cell) => cell !== '');
  return full.length > 0 && full.filter(test).length >= full.length * 0.7;
};

/** The field of each column; no field twice. `remembered` is by the plain name of the column. */
export function guessMapping(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  rules: readonly FieldRule[],
  remembered: ReadonlyMap<string, string | null>,
): (string | null)[] {
  const known = new Set<string>([...importFields, ...rules.map(({ id }) => `custom:${id}`)]);
  const taken = new Set<string>();
  const take = (field: string | null | undefined): string | null => {
    if (!field || !known.has(field) || taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const byName = (column: string): string | undefined => {
    const custom = rules.find(({ name }) => plain(name) === column);
    return custom ? `custom:${custom.id}` : importFields.find((field) => names[field].includes(column));
  };
  const mapping = header.map((name) => {
    const column = plain(name);
    return take(remembered.has(column) && column !== '' ? remembered.get(column) : byName(column));
  });
  // Columns with unknown names are guessed by their cells.
  return mapping.map((field, index) => {
    if (field !== null || remembered.get(plain(header[index] ?? '')) === null) return field;
    const cells = sample.map((row) => row[index] ?? '');
    if (mostly(cells, looksLikeMail)) return take('email');
    if (mostly(cells, looksLikePhone)) return take('phone');
    return header[index] === '' && mostly(cells, (cell) => /^\p{L}+(?:\s+\p{L}+)+$/u.test(cell)) ? take('name') : null;
  });
}
