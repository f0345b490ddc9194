/** Which e-mail addresses may register, and which are approved without a decision. */

/** Public mail providers: approving one of these would approve everybody. */
const publicMailDomains: ReadonlySet<string> = new Set([
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

/** Exact domains; subdomains do not count. */
export const mayRegister = (
  email: string,
  { registration_domains, trusted_domains }: { registration_domains: string[]; trusted_domains: string[] },
) => registration_domains.length === 0 || [...registration_domains, ...trusted_domains].includes(domainOf(email));

/** Indexes of public domains, for errors at the form's fields. */
export const publicAmong = (domains: readonly string[]): number[] =>
  domains.flatMap((domain, index) => (publicMailDomains.has(domain) ? [index] : []));
