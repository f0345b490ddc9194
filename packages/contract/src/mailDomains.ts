/** Suggests the domain that a mistyped e-mail address may have meant. A suggestion only, never a reason to refuse. */

/** The most common mail domains. */
const common = [
  'gmail.com',
  'hotmail.com',
  'hotmail.com.br',
  'outlook.com',
  'outlook.com.br',
  'yahoo.com',
  'yahoo.com.br',
  'icloud.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
];
/** Valid domains that are one letter away from a common one. */
const alike = ['mail.com', 'email.com', 'ymail.com', 'yahoo.com.ar', 'yahoo.com.tr', 'aol.com.br', 'tetra.com.br'];

/** Names shorter than this are not compared: one letter away is simply another name. */
const shortest = 8;

/** Whether one letter was changed, left out, added, or swapped with its neighbour. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length === 2 && restB.length === 2) return restA[0] === restB[1] && restA[1] === restB[0];
  return Math.max(restA.length, restB.length) === 1;
}

/** The domain that was probably meant, or null when the address looks right. `familiar`: domains of the unit's people. */
export function meantDomain(domain: string, familiar: readonly string[]): string | null {
  if ([...familiar, ...common, ...alike].includes(domain)) return null;
  return [...familiar, ...common].find((known) => known.length >= shortest && isOneSlip(domain, known)) ?? null;
}

/** The same for a whole address, in lower case. */
export function meantAddress(address: string, familiar: readonly string[]): string | null {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@');
  const meant = local === '' || domain === '' ? null : meantDomain(domain, familiar);
  return meant === null ? null : `${local}@${meant}`;
}
