import pg from 'pg';
import { retrying, sender, withClient } from './connection.ts';
import { type Answer, type AnswerEach, answersTo, answerTo, prepare, type Statement } from './query.ts';
import { type Caller, settingsFor } from './scope.ts';
import { openSilence, type Patience } from './silence.ts';
import { refuseNesting, type Transaction, transact } from './transaction.ts';

export type DatabaseOptions = {
  url: string;
  poolSize?: number;
  /** Prepared statements with names; off behind a pooler that gives each transaction another connection. */
  named?: boolean;
  applicationName?: string;
  /** What the caller is ready to wait: seconds where a person waits, minutes in a job. */
  statementTimeoutMs?: number;
  /** How long an answer may take before it is found out whether the server still works on it. */
  patience?: Partial<Patience>;
  /** Called for connections that broke while idle. The pool replaces them by itself. */
  onIdleError?: (error: Error) => void;
};

export type Database = {
  /** Runs statements for a caller in one round trip, all of them or none. One statement answers its rows, several a tuple of rows. */
  run: <const S extends readonly [Statement, ...Statement[]]>(caller: Caller, ...statements: S) => Promise<Answer<S>>;
  /** The same for a list of statements whose length is not known at compile time. */
  runEach: <const S extends readonly Statement[]>(caller: Caller, statements: S) => Promise<AnswerEach<S>>;
  /**
   * A transaction for work in which a statement depends on the answer to an earlier one. The work runs again when it
   * loses against a concurrent transaction, so it must do nothing but ask the database.
   */
  withTenant: <T>(caller: Caller, work: (tx: Transaction) => Promise<T>, options?: { readOnly?: boolean }) => Promise<T>;
  /** Connections of this process: those that are open, and how many callers wait for one. */
  connections: () => { open: number; waiting: number };
  close: () => Promise<void>;
};

/** An idle connection asks after so long whether the other end is there, then every second, ten times. */
const keepAliveMs = 5000;
/** The same at the server, which would otherwise keep the locks of a node that is gone for hours. */
const goneClients =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000 -c client_connection_check_interval=5000';

/** Opens a pool of connections. Nothing is sent before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const { named = true, statementTimeoutMs = 30_000, applicationName = 'vitrine' } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // A pooler refuses settings at connect.
    ...(named ? { options: goneClients } : {}),
    application_name: applicationName,
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // Without a listener, losing a connection in use would end the process. Callers that wait for its result get the error anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  const { patience } = options;
  const silence = openSilence(options.url, { ownProcesses: named, applicationName, patience });
  const send = sender({ named, statementTimeoutMs, silence });
  const settings = (caller: Caller) => (client: pg.PoolClient) => settingsFor(caller, statementTimeoutMs, silence.nameOf(client));

  async function runEach<S extends readonly Statement[]>(caller: Caller, statements: S): Promise<AnswerEach<S>> {
    refuseNesting();
    const prepared = statements.map(prepare);
    const begin = settings(caller);
    const wires = prepared.map(({ wire }) => wire);
    const [, ...results] = await retrying(() => withClient(pool, (client) => send(client, [begin(client), ...wires])));
    return answersTo<S>(prepared, results);
  }

  return {
    runEach,
    run: async (caller, ...statements) => answerTo(await runEach(caller, statements)),
    withTenant: async (caller, work, { readOnly = caller.read_only } = {}) => {
      refuseNesting();
      const begin = settings({ ...caller, read_only: readOnly });
      return retrying(() => withClient(pool, (client, discard) => transact(client, discard, send, begin(client), work)));
    },
    connections: () => ({ open: pool.totalCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
