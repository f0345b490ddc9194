/** Codes that the portal generates: ten recovery codes, and the code that is mailed. */
import { randomBytes, randomInt } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

const recoveryCount = 10;
/** Without letters that look like digits (Crockford's alphabet): 32 of them, five bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = [4, 4, 4];

const newRecoveryCode = (): string =>
  groups.map((length) => Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')).join('-');

/** Normalises a typed code: case, blanks and hyphens are ignored, and the letter O is a zero. */
export const bareCode = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code);

const placeOf = (person_id: string) => `${person_id}/recovery_code`;

/** Ten new codes; earlier ones become invalid. */
export function newRecoveryCodes(
  secrets: Secrets,
  person_id: string,
  now: Date,
): { codes: string[]; statements: [Statement, ...Statement[]] } {
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode);
  const hashes = codes.map((code) => secrets.digests(bareCode(code), placeOf(person_id))[0] as Buffer);
  return {
    codes,
    statements: [
      sql`delete from recovery_code where person_id = ${person_id}`,
      sql`insert into recovery_code (person_id, code_hash) select ${person_id}::uuid, unnest(${hashes}::bytea[])`,
      sql`update second_factor set recovery_made_at = ${now} where person_id = ${person_id}`,
    ],
  };
}

/** Consumes a recovery code; of two parallel uses only one succeeds. */
export const takeRecoveryCode = (secrets: Secrets, person_id: string, code: string, now: Date): RawBuilder<{ person_id: string }> => sql`
  update recovery_code set used_at = ${now}
  where person_id = ${person_id} and code_hash = any (${secrets.digests(bareCode(code), placeOf(person_id))}::bytea[]) and used_at is null
  returning person_id`;

/** A code to be mailed. */
export const newMailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
