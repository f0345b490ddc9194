/** The reviewed rights of `rights.md`, read from its table. */
import { readFileSync } from 'node:fs';
import type { Capability, Right } from '@vitrine/contract/capabilities.ts';
import type { Role, StaffFlag } from '@vitrine/contract/roles.ts';

export type Place = 'the platform' | "the partner's units" | 'own unit' | 'own things';
export type Deed = 'full' | 'does' | 'reads';
export type Grant = { where: Place; what: Deed; condition: string | null };
/** The words of the table for those who are granted something. */
type Column = 'operator' | 'partner' | 'admin' | 'user' | 'billing administrator' | 'support agent' | 'seller';
export type RightsRow = { number: number; capability: string; grants: Record<Column, Grant[]> };

/** What the code calls them. */
export const roleOf: Record<'operator' | 'partner' | 'admin' | 'user', Role> = {
  operator: 'operator',
  partner: 'partner',
  admin: 'admin',
  user: 'user',
};
export const flagOf: Record<'billing administrator' | 'support agent' | 'seller', StaffFlag> = {
  'billing administrator': 'billing_administrator',
  'support agent': 'support_agent',
  seller: 'seller',
};

const grantPattern = /^(the platform|the partner's units|own unit|own things): (full|does|reads)(?: if (.+))?$/;

export function grantOf(words: string): Grant {
  const [, where, what, condition] = grantPattern.exec(words) ?? [];
  if (!where || !what) throw new Error(`rights.md: “${words}” says not where and what`);
  return { where: where as Place, what: what as Deed, condition: condition ?? null };
}

const grantsOf = (cell: string): Grant[] => (cell === 'nothing' ? [] : cell.split(' + ').map(grantOf));

/** `seller, own things: reads; …`: what flags add, by flag. */
function grantsByFlag(cell: string): Record<keyof typeof flagOf, Grant[]> {
  const granted: Record<keyof typeof flagOf, Grant[]> = { 'billing administrator': [], 'support agent': [], seller: [] };
  for (const part of cell === '' ? [] : cell.split('; ')) {
    const at = part.indexOf(', ');
    const flag = part.slice(0, at);
    if (!(flag in granted)) throw new Error(`rights.md: nobody is called “${flag}”`);
    granted[flag as keyof typeof flagOf].push(grantOf(part.slice(at + 2)));
  }
  return granted;
}

/** Cells of the lines of a table that begin with a number. */
const linesOf = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => /^\| *\d+ *\|/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );

export const rights: readonly RightsRow[] = linesOf(readFileSync(new URL('rights.md', import.meta.url), 'utf8')).map(
  ([number = '', capability = '', , operator = '', partner = '', admin = '', user = '', flags = '']) => ({
    number: Number(number),
    capability: capability.replaceAll('`', ''),
    grants: {
      operator: grantsOf(operator),
      partner: grantsOf(partner),
      admin: grantsOf(admin),
      user: grantsOf(user),
      ...grantsByFlag(flags),
    },
  }),
);

export const contained: Record<Right, readonly Deed[]> = {
  read: ['full', 'does', 'reads'],
  use: ['full', 'does'],
  write: ['full'],
};

/** Whether the table gives a role this right to a capability, with a condition or without. */
export function isGiven(capability: Capability, role: Role, right: Right): boolean {
  const row = rights.find((one) => one.capability === capability);
  if (!row) throw new Error(`rights.md does not know ${capability}`);
  return Object.entries(roleOf).some(
    ([column, name]) => name === role && row.grants[column as keyof typeof roleOf].some(({ what }) => contained[right].includes(what)),
  );
}
