import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { WireStatement } from './batch.ts';
import type { Send } from './connection.ts';
import { DatabaseUnavailable } from './errors.ts';
import { type Answer, answersTo, answerTo, prepare, type Statement } from './query.ts';

export type Transaction = {
  /** Runs statements in one round trip. After a failure the transaction can only be undone, even if the error is caught. */
  run: <const S extends readonly [Statement, ...Statement[]]>(...statements: S) => Promise<Answer<S>>;
};

type State = { open: boolean };

const begin: WireStatement = { sql: 'begin', values: [] };
const commit: WireStatement = { sql: 'commit', values: [] };
const rollback: WireStatement = { sql: 'rollback', values: [] };

const current = new AsyncLocalStorage<State>();

/** Whether the caller is inside a transaction, where nothing slow such as a network call may happen. */
export function insideTransaction(): boolean {
  return current.getStore()?.open === true;
}

/** A second connection inside a transaction would not see its rows, and could wait for its locks for ever. */
export function refuseNesting(): void {
  if (insideTransaction()) throw new Error('A transaction is open: use its tx.run()');
}

/** Begins, works and commits on one connection. Anything but an answered COMMIT of this very transaction is an error. */
export async function transact<T>(
  client: pg.PoolClient,
  discard: () => void,
  send: Send,
  settings: WireStatement,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const state: State = { open: true };
  let failure: unknown;
  let last: Promise<unknown> = Promise.resolve();

  async function run<S extends readonly Statement[]>(...statements: S): Promise<Answer<S>> {
    if (!state.open) throw new Error('This transaction has ended');
    const prepared = statements.map(prepare);
    // Statements run one after the other, even if the work starts several at once.
    const sent = last.then(() =>
      send(
        client,
        prepared.map(({ wire }) => wire),
      ),
    );
    last = sent.catch((error: unknown) => {
      failure ??= error;
    });
    return answerTo<S>(answersTo<S>(prepared, await sent));
  }

  try {
    await send(client, [begin, settings]);
    const result = await current.run(state, () => work({ run }));
    state.open = false;
    await last;
    // A statement failed and the work went on as if it had not: COMMIT would undo everything and report no error.
    if (failure !== undefined) throw failure;
    if (client.getTransactionStatus() !== 'T') throw new Error('A statement ended the transaction that it was part of');
    const [answer] = await send(client, [commit]);
    if (answer?.command !== 'COMMIT') throw new Error(`The transaction was not committed: the database answered ${answer?.command}`);
    return result;
  } catch (error) {
    state.open = false;
    await last;
    if (error instanceof DatabaseUnavailable || failure instanceof DatabaseUnavailable) discard();
    else await send(client, [rollback]).catch(discard);
    throw error;
  }
}
