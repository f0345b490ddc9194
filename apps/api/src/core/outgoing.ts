/** Where the portal connects to because somebody typed the name of a server: only to public addresses. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The name means an address inside: the connection would reach what only we can reach. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
}

const allAddressesOf = (host: string) => lookup(host, { all: true });

/**
 * One address of the host, to connect to as it is: asking the name again could bring another answer. Every address of the
 * name has to be public.
 */
export async function publicAddressOf(
  host: string,
  addressesOf: (host: string) => Promise<LookupAddress[]> = allAddressesOf,
): Promise<string> {
  const addresses = await addressesOf(host);
  if (addresses.length === 0 || addresses.some(({ address }) => ipaddr.process(address).range() !== 'unicast')) {
    throw new PrivateAddress(`${host} is not a public address`);
  }
  return (addresses[0] as { address: string }).address;
}
