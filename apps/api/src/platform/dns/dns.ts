/** Questions to name servers, with little patience: a domain is looked at again soon. */
import { Resolver } from 'node:dns/promises';

/** Null: no server answered, which says nothing about the name. */
export type Seen = string[] | null;

export type Dns = {
  txt: (name: string) => Promise<Seen>;
  cname: (name: string) => Promise<Seen>;
  /** Addresses, for somebody who made them instead of a CNAME. */
  addresses: (name: string) => Promise<Seen>;
};

const patience = { timeout: 1500, tries: 2 };

/** The name exists without such a record, or does not exist. */
const isNothing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENODATA' || error.code === 'ENOTFOUND');

async function ask(question: () => Promise<string[]>): Promise<Seen> {
  try {
    return await question();
  } catch (error) {
    if (isNothing(error)) return [];
    return null;
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Asks these servers, or those of the machine when none is named. */
export function openDns(servers: readonly string[]): Dns {
  // One for each question: what one name's servers take too long for is nobody else's matter.
  const resolver = () => {
    const one = new Resolver(patience);
    if (servers.length > 0) one.setServers(servers);
    return one;
  };
  return {
    txt: (name) => ask(async () => (await resolver().resolveTxt(name)).map((parts) => parts.join(''))),
    cname: (name) => ask(async () => (await resolver().resolveCname(name)).map(plain)),
    addresses: (name) => ask(() => resolver().resolve4(name)),
  };
}
