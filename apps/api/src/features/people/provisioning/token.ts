/** Tokens of directories: the unit, so that the database is only asked there, and 32 random bytes. */
import { newToken } from '#platform/secrets/tokens.ts';

const form = /^vitrine_scim_([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})_[\w-]{43}$/;

export const newScimToken = (tenant_id: string): string => `vitrine_scim_${tenant_id.replaceAll('-', '')}_${newToken()}`;

export function partsOfToken(token: string): { tenant_id: string } | null {
  const parts = form.exec(token);
  return parts ? { tenant_id: parts.slice(1).join('-') } : null;
}
