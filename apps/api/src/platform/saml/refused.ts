import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';

const detailCharacters = 300;

/** What a provider sent does not pass a check. `detail` is for administrators, never for whoever sent it. */
export class NotPassed extends Error {
  readonly check: SamlCheck;
  readonly detail: string;

  constructor(check: SamlCheck, detail: string) {
    super(`${check}: ${detail}`);
    this.check = check;
    this.detail = detail.slice(0, detailCharacters).toWellFormed();
  }
}

export function refuse(check: SamlCheck, detail: string): never {
  throw new NotPassed(check, detail);
}
