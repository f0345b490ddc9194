import { tmpdir } from 'node:os';
import { prepareBinaries } from './embedded/binaries.ts';
import { databaseName, loginName, makeCluster, ownerName, readPasswords } from './embedded/cluster.ts';
import { keep } from './embedded/keeper.ts';
import { findPlace } from './embedded/place.ts';

export type EmbeddedServer = {
  /** For migrations: the superuser of this server. */
  ownerUrl: string;
  /** For requests: may become the roles of the scopes, once `ensureLogin` has said so, and nothing else. */
  url: string;
  /** Stops the server, unless another process has it open. */
  close: () => Promise<void>;
};

export type EmbeddedOptions = {
  /** Where the data are. */
  directory: string;
  /** Off for tests: faster, and a power cut may cost everything. */
  fsync?: boolean;
  /** More settings of the server, when it is this process that starts it. */
  settings?: Record<string, string>;
  /** Where data and programs go that root's server cannot reach in their own place. */
  homeOfRoot?: string;
  /** Hears when the server was lost and could not be started again. */
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
  const place = await findPlace(directory, homeOfRoot);
  const binaries = await prepareBinaries(place.account, place.account === null ? [directory] : [homeOfRoot, tmpdir()]);
  const data = place.data ?? (await makeCluster(place, binaries, fsync));
  const passwords = await readPasswords(data);
  const settings = { ...alwaysSettings, ...(fsync ? {} : unsafeSettings), ...options.settings };
  const { port, leave } = await keep({ data, account: place.account, binaries, settings }, passwords, options.onLost);
  const urlOf = (name: string, password: string) => `postgres://${name}:${password}@127.0.0.1:${port}/${databaseName}`;
  return { ownerUrl: urlOf(ownerName, passwords.owner), url: urlOf(loginName, passwords.login), close: leave };
}
