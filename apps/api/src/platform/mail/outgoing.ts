/** Connections to servers whose name a person entered: only to public addresses. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The name resolves to an internal address, which only this server can reach. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
}

const allAddressesOf = (host: string) => lookup(host, { all: true });

/**
 * One address of the host. Connect to this address, because resolving the name again could give another one. Every address of the
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
