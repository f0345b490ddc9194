/** Where the portal connects to because somebody typed the name of a server: only to public addresses. */
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The name means an address inside: the connection would reach what only we can reach. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
}

/**
 * One address of the host, to connect to as it is: asking the name again could bring another answer. Every address of the
 * name has to be public.
 */
export async function publicAddressOf(host: string): Promise<string> {
  const addresses = await lookup(host, { all: true });
  if (addresses.length === 0 || addresses.some(({ address }) => ipaddr.process(address).range() !== 'unicast')) {
    throw new PrivateAddress(`${host} is not a public address`);
  }
  return (addresses[0] as { address: string }).address;
}
