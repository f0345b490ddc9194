/** Addresses that may register, and those that need nobody's decision. */

/** Where anybody gets an address: trusting one of these would trust everybody. */
export const publicMailDomains: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'outlook.com.br',
  'hotmail.com',
  'hotmail.com.br',
  'live.com',
  'live.com.pt',
  'msn.com',
  'yahoo.com',
  'yahoo.com.br',
  'yahoo.es',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'mail.com',
  'zoho.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'ig.com.br',
  'globo.com',
  'globomail.com',
  'r7.com',
  'sapo.pt',
  'clix.pt',
  'yandex.com',
  'mail.ru',
  'qq.com',
]);

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The domain itself, and what stands below it is another one. */
export const mayRegister = (
  email: string,
  { registration_domains, trusted_domains }: { registration_domains: string[]; trusted_domains: string[] },
) => registration_domains.length === 0 || [...registration_domains, ...trusted_domains].includes(domainOf(email));

/** Indexes of the public ones, as the form knows its fields. */
export const publicAmong = (domains: readonly string[]): number[] =>
  domains.flatMap((domain, index) => (publicMailDomains.has(domain) ? [index] : []));
