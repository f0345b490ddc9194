/** Which names may be asked for, decided from the name alone. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import type { FieldReason } from '#platform/http/fail.ts';

/** Names that people, mail servers and browsers expect something else of. */
const reserved = new Set([
  'www', 'mail', 'email', 'smtp', 'imap', 'pop', 'pop3', 'mx', 'ftp', 'sftp', 'ns', 'ns1', 'ns2', 'dns', 'autodiscover',
  'autoconfig', 'webmail', 'wpad', 'localhost', 'isatap', 'mta-sts', 'openpgpkey',
]); // prettier-ignore

/** Letters that look like others. After accents are gone; `rn` and `vv` are told apart by nobody in small print. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[0оοօ]/g, 'o'],
  [/[1lіιıΙ|]/g, 'i'],
  [/[аα]/g, 'a'],
  [/[еε]/g, 'e'],
  [/[сϲ]/g, 'c'],
  [/[рρ]/g, 'p'],
  [/[хχ]/g, 'x'],
  [/[уγ]/g, 'y'],
  [/[ѕ5]/g, 's'],
  [/[тτ7]/g, 't'],
  [/[пη]/g, 'n'],
  [/[кκ]/g, 'k'],
  [/[вβ8]/g, 'b'],
  [/[мΜ]/g, 'm'],
  [/[3з]/g, 'e'],
  [/[4]/g, 'a'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[-.]/g, ''],
];

/** What a name looks like at a glance. */
function glance(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  return alike.reduce((text, [letters, letter]) => text.replaceAll(letters, letter), plain);
}

const script = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u] as const;
const isMixed = (label: string): boolean => script.filter((letters) => letters.test(label)).length > 1;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `own`: hosts of the platform itself. */
export function readHostName(given: string, own: readonly string[]): { host: string } | { refusal: FieldReason } {
  const typed = given.trim().replace(/\.$/, '').toLowerCase();
  if (/[\s/:@?#\\*_]/.test(typed) || /^[\d.]+$/.test(typed)) return { refusal: 'domain_form' };
  const host = domainToASCII(typed);
  const labels = host.split('.');
  if (host === '' || host.length > 253 || !labels.every((part) => label.test(part))) return { refusal: 'domain_form' };
  const shown = domainToUnicode(host);
  // What is written in punycode and means nothing, or something else than it says.
  if (domainToASCII(shown) !== host || shown.includes('xn--') || shown.split('.').some(isMixed)) return { refusal: 'domain_letters' };
  const { domain, subdomain, isIcann, isIp } = parse(host);
  if (isIp || !isIcann || domain === null) return { refusal: 'domain_unreal' };
  if (own.some((mine) => host === mine || host.endsWith(`.${mine}`) || mine.endsWith(`.${host}`))) return { refusal: 'domain_own' };
  if (subdomain === null || subdomain === '') return { refusal: 'domain_root' };
  if (reserved.has(labels[0] ?? '')) return { refusal: 'domain_reserved' };
  if (own.some((mine) => looksLike(shown, mine))) return { refusal: 'domain_alike' };
  return { host };
}

/** A host of one label, such as localhost, is like nothing. */
function looksLike(shown: string, mine: string): boolean {
  const name = parse(mine).domain ?? mine;
  if (!name.includes('.')) return false;
  return glance(shown).includes(glance(name)) || glance(shown).includes(glance(mine));
}

export const shownHost = (host: string): string => domainToUnicode(host) || host;
