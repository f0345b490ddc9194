/** Network addresses: one spelling for each, the network that attempts are counted by, and lists of allowed ones. */
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

type Parsed = { address: string; family: 'ipv4' | 'ipv6' };

function parse(text: string): Parsed | null {
  // Only the usual notation: ipaddr.js by itself also reads 127.1, 0x7f000001 and addresses with a zone.
  if (!(ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%')))) return null;
  const address = ipaddr.process(text);
  return { address: address.toString(), family: address.kind() };
}

/** The address in its usual form, IPv4 inside IPv6 as IPv4; null for what is no address. */
export function normaliseAddress(text: string): string | null {
  return parse(text)?.address ?? null;
}

/** Where attempts of neighbours are counted together: /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 24 : 64;
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
  return `${network.toString()}/${bits}`;
}

/** Adds a rule to a list; false when it cannot be read. With a family, rules of the other one are passed over. */
function add(list: BlockList, rule: string, family?: Parsed['family']): boolean {
  const [first = '', last, ...rest] = rule.split('-').map((part) => part.trim());
  const [base = '', bits, ...more] = first.split('/');
  const start = parse(base);
  if (!start || rest.length > 0 || more.length > 0) return false;
  const isOther = family !== undefined && family !== start.family;
  if (bits !== undefined) {
    const limit = start.family === 'ipv4' ? 32 : 128;
    if (last !== undefined || !/^\d{1,3}$/.test(bits) || Number(bits) > limit) return false;
    if (!isOther) list.addSubnet(start.address, Number(bits), start.family);
    return true;
  }
  const end = last === undefined ? start : parse(last);
  if (!end || end.family !== start.family || compare(start.address, end.address) > 0) return false;
  if (!isOther) list.addRange(start.address, end.address, start.family);
  return true;
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(ipaddr.parse(a).toByteArray()), Buffer.from(ipaddr.parse(b).toByteArray()));
}

/** Whether an entry is an address, a network (`10.0.0.0/8`) or a range (`10.0.0.1-10.0.0.9`) of one family. */
export function isAddressRule(entry: string): boolean {
  return add(new BlockList(), entry);
}

/** Whether one of the rules holds the address. A rule that cannot be read allows nobody. */
export function isAllowed(address: string, rules: readonly string[]): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  const list = new BlockList();
  // A list takes an IPv4 address for an IPv6 one as well, and `::/0` would let everybody in.
  for (const rule of rules) add(list, rule, parsed.family);
  return list.check(parsed.address, parsed.family);
}
