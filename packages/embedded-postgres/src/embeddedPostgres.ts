import { tmpdir } from 'node:os';
import { prepareBinaries } from './binaries.ts';
import { databaseName, loginName, makeCluster, ownerName, readPasswords } from './cluster.ts';
import { supervise } from './supervisor.ts';
import { findLocation } from './location.ts';

export type EmbeddedServer = {
  /** For migrations: the superuser of this server. */
  ownerUrl: string;
  /** For requests: after `ensureLogin` it may switch to the roles of the scopes, and nothing else. */
  url: string;
  /** Stops the server, unless another process has it open. */
  close: () => Promise<void>;
};

export type EmbeddedOptions = {
  /** Where the data are. */
  directory: string;
  /** Off for tests: faster, and a power cut may cost everything. */
  fsync?: boolean;
  /** Additional settings of the server, if this process starts it. */
  settings?: Record<string, string>;
  /** Where the programs are copied to when the server's unprivileged account cannot reach them in place. */
  homeOfRoot?: string;
  /** Called when the server was lost and could not be started again. */
  onLost?: (error: unknown) => void;
};

const alwaysSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
const unsafeSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Opens the PostgreSQL that comes with the portal: makes its cluster in the data directory at the first time, finds the
 * server that still runs (a killed process leaves it behind), or starts it. It listens on 127.0.0.1 on a free port.
 */
export async function openEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { directory, fsync = true, homeOfRoot = '/var/lib/vitrine' } = options;
  const place = await findLocation(directory);
  const { data } = place;
  const binaries = await prepareBinaries(place.account, place.account === null ? [directory] : [homeOfRoot, tmpdir()]);
  if (!place.isMade) await makeCluster(place, binaries, fsync);
  const passwords = await readPasswords(data);
  const settings = { ...alwaysSettings, ...(fsync ? {} : unsafeSettings), ...options.settings };
  const { port, leave } = await supervise({ data, account: place.account, binaries, settings }, passwords, options.onLost);
  const urlOf = (name: string, password: string) => `postgres://${name}:${password}@127.0.0.1:${port}/${databaseName}`;
  return { ownerUrl: urlOf(ownerName, passwords.owner), url: urlOf(loginName, passwords.login), close: leave };
}
