/** Which records prove a name, and what a look at the name servers says about them. */
import type { Seen } from '#platform/dns/dns.ts';

const valueBegins = 'vitrine-verify=';

/** Where the TXT record stands. */
export const recordName = (host: string): string => `_portal-verify.${host}`;
export const recordValue = (random: string): string => `${valueBegins}${random}`;

/** Names of servers come from strangers: so many of so many characters are kept. */
const shownRecords = 5;
const shownLength = 255;
const kept = (records: readonly string[]): string[] =>
  records.slice(0, shownRecords).map((text) => text.slice(0, shownLength).toWellFormed());

export type Look = { silent: boolean; txt_seen: string[]; cname_seen: string[]; txt_right: boolean; cname_right: boolean };

/** `addresses` are shown where there is no CNAME: somebody entered an address instead. */
export function judge(
  expected: { value: string; target: string },
  { txt, cname, addresses }: { txt: Seen; cname: Seen; addresses: Seen },
): Look {
  return {
    silent: txt === null || cname === null,
    txt_seen: kept(txt ?? []),
    cname_seen: kept(cname !== null && cname.length > 0 ? cname : (addresses ?? [])),
    txt_right: txt?.includes(expected.value) ?? false,
    cname_right: cname?.includes(expected.target) ?? false,
  };
}

export const isProven = ({ txt_right, cname_right }: Pick<Look, 'txt_right' | 'cname_right'>): boolean => txt_right && cname_right;
