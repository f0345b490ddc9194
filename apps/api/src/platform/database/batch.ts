import type { Connection, FieldDef, Submittable } from 'pg';
import { isStalePlan } from './errors.ts';
import { forgetPrepared, keepPrepared, preparedOf, type PreparedStatement, type PreparedStatements } from './prepared.ts';
import { parserOf } from './types.ts';
import type { WireValue } from './values.ts';

export type WireStatement = { sql: string; values: WireValue[] };
export type WireResult = { rows: Record<string, unknown>[]; command: string };

type Settle = (error: unknown, results: WireResult[]) => void;

/**
 * Several statements in one message batch with one Sync: one round trip and, outside a transaction block, one implicit
 * transaction. The first failure undoes all of them. It speaks pg's protocol for query objects, as pg-cursor does.
 */
export class MessageBatch implements Submittable {
  private readonly statements: readonly WireStatement[];
  private readonly named: boolean;
  private readonly settle: Settle;
  private readonly results: WireResult[] = [];
  private readonly sent: PreparedStatement[] = [];
  private readonly fresh = new Map<string, PreparedStatement>();
  private prepared: PreparedStatements | undefined;
  private rows: Record<string, unknown>[] = [];
  private failure: unknown;

  constructor(statements: readonly WireStatement[], named: boolean, settle: Settle) {
    this.statements = statements;
    this.named = named;
    this.settle = settle;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    try {
      if (this.named) {
        this.prepared = preparedOf(connection);
        // First, so that no failure in this batch can skip them.
        for (const name of this.prepared.closing.splice(0)) connection.close({ type: 'S', name }, true);
      }
      for (const { sql, values } of this.statements) {
        const statement = this.statementFor(sql, connection);
        this.sent.push(statement);
        connection.bind({ statement: statement.name, values }, true);
        // The columns of a prepared statement are kept: if they change, the server reports an error.
        if (statement.columns === null) connection.describe({ type: 'P', name: '' }, true);
        connection.execute({}, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  private statementFor(sql: string, connection: Connection): PreparedStatement {
    if (this.prepared === undefined) {
      connection.parse({ name: '', text: sql, types: [] }, true);
      return { name: '', columns: null };
    }
    const known = this.prepared.known.get(sql) ?? this.fresh.get(sql);
    if (known !== undefined) {
      // Most recently used now, so closed last.
      if (this.prepared.known.delete(sql)) this.prepared.known.set(sql, known);
      return known;
    }
    const made = { name: `b${++this.prepared.made}`, columns: null };
    this.fresh.set(sql, made);
    connection.parse({ name: made.name, text: sql, types: [] }, true);
    return made;
  }

  /** The statement whose answer is arriving. */
  private get answering(): PreparedStatement | undefined {
    return this.sent[this.results.length];
  }

  handleRowDescription(message: { fields: FieldDef[] }): void {
    if (this.answering) this.answering.columns = message.fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.failure !== undefined) return;
    const row: Record<string, unknown> = {};
    try {
      let index = 0;
      for (const { name, parse } of this.answering?.columns ?? []) {
        const text = message.fields[index++] ?? null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.failure = error;
    }
    this.rows.push(row);
  }

  handleCommandComplete(message: { text: string }): void {
    // A statement that was not described has no rows.
    if (this.answering) this.answering.columns ??= [];
    this.results.push({ rows: this.rows, command: message.text });
    this.rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** COPY FROM STDIN has nobody to read from; the server swallowed our Sync while it waited for data. */
  handleCopyInResponse(connection: Connection & { sendCopyFail: (reason: string) => void }): void {
    connection.sendCopyFail('copy is not possible in a batch');
    connection.sync();
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    if (this.prepared !== undefined) {
      for (const { name } of this.fresh.values()) this.prepared.closing.push(name);
      if (isStalePlan(error)) forgetPrepared(this.prepared);
    }
    this.settle(error, []);
  }

  handleReadyForQuery(): void {
    if (this.prepared !== undefined) keepPrepared(this.prepared, this.fresh);
    this.settle(this.failure, this.results);
  }
}
