import {
  type CompiledQuery,
  DeleteQueryNode,
  DeleteResult,
  type Driver,
  InsertQueryNode,
  InsertResult,
  Kysely,
  MergeQueryNode,
  MergeResult,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type RootOperationNode,
  UpdateQueryNode,
  UpdateResult,
} from 'kysely';
import type { WireResult, WireStatement } from './batch.ts';
import type { DB } from './schema.ts';
import { encodeValue } from './values.ts';

function refuse(): never {
  throw new Error('`query` only builds statements: give them to run() or tx.run()');
}

const builderOnly: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
  destroy: async () => {},
};

/** Builds typed statements; it has no connection and runs nothing. `run` and `tx.run` do. */
export const query = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => builderOnly,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What `run` accepts: a builder of `query`, a `sql` template, or either of them compiled. */
export type Statement<O = unknown> = CompiledQuery<O> | { compile: (provider: QueryExecutorProvider) => CompiledQuery<O> };

/** Rows of one statement, or a tuple with the rows of each. */
export type Answer<S extends readonly Statement[]> = S extends readonly [Statement<infer O>] ? O[] : AnswerEach<S>;
export type AnswerEach<S extends readonly Statement[]> = { -readonly [K in keyof S]: S[K] extends Statement<infer O> ? O[] : never };

export type Prepared = { compiled: CompiledQuery; wire: WireStatement };

/** Compiles a statement and writes its parameters as they go over the wire. Throws on one that cannot be. */
export function prepare(statement: Statement): Prepared {
  const compiled = 'compile' in statement ? statement.compile(query) : statement;
  return { compiled, wire: { sql: compiled.sql, values: compiled.parameters.map(encodeValue) } };
}

/** The rows of each statement. The type assertion from raw rows to the builder's types happens here, once. */
export function answersTo<S extends readonly Statement[]>(prepared: readonly Prepared[], results: readonly WireResult[]): AnswerEach<S> {
  if (prepared.length !== results.length) throw new Error(`${prepared.length} statements have ${results.length} answers`);
  const answers: unknown = results.map((result, index) => rowsOf(prepared[index]?.compiled.query, result));
  return answers as AnswerEach<S>;
}

/** One statement answers its rows alone. */
export function answerTo<S extends readonly Statement[]>(answers: AnswerEach<S>): Answer<S> {
  const answer: unknown = answers.length === 1 ? answers[0] : answers;
  return answer as Answer<S>;
}

/** Rows as Kysely types them: a write without RETURNING answers with one row that holds its count. */
function rowsOf(node: RootOperationNode | undefined, { rows, command }: WireResult): unknown[] {
  if (node === undefined) return rows;
  if (InsertQueryNode.is(node) && !node.returning) return [new InsertResult(undefined, countOf(command))];
  if (UpdateQueryNode.is(node) && !node.returning) return [new UpdateResult(countOf(command), undefined)];
  if (DeleteQueryNode.is(node) && !node.returning) return [new DeleteResult(countOf(command))];
  if (MergeQueryNode.is(node) && !node.returning) return [new MergeResult(countOf(command))];
  return rows;
}

/** The count at the end of a command tag, such as UPDATE 3 or INSERT 0 1. */
function countOf(command: string): bigint {
  return BigInt(/(?<!\d)\d+$/.exec(command)?.[0] ?? 0);
}
