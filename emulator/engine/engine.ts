/** Answers the questions of visuals on the models of the service, as an effective identity may see them. */
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ModelDefinition } from '../definitions/model.ts';
import type { WorkspaceContent } from '../definitions/workspace.ts';
import type { QueryResult, VisualQuery } from '../definitions/queries.ts';
import type { ReportAnswer } from '../definitions/embedApi.ts';
import type { CellSource, TableReading } from '../definitions/dataFile.ts';
import type { Identity } from './dax/scalar.ts';
import { DaxError } from './dax/syntax.ts';
import { evaluateQuery } from './evaluateQuery.ts';
import type { EvaluateAnswer, EvaluateOptions } from './evaluateQuery.ts';
import { understandFile } from './dataFiles/understand.ts';
import { loadModel, sourceFile } from './loadModel.ts';
import { indexModel } from './modelIndex.ts';
import type { ModelIndex } from './modelIndex.ts';
import { modelFields } from './modelFields.ts';
import { planQuery, queryResult } from './query.ts';
import { relateFiles } from './relationships.ts';
import type { DataTable, Relation } from './relationships.ts';
import { QueryError, visualError } from './queryError.ts';
import { asNestingError, run } from './run.ts';
import { secureTables } from './security.ts';
import { identifier } from './sql.ts';
import type { Sql } from './sql.ts';

export type Engine = {
  /** Answers in the order of the questions; a question that cannot be answered gets an error in its place. */
  query: (modelId: string, queries: VisualQuery[], identity?: Identity) => Promise<QueryResult[]>;
  /**
   * Answers a DAX query, the first of its tables. Throws `DaxError` for what is wrong with the query (its message starts
   * with the position) and `QueryError` for a model, role or effort that forbids it.
   */
  evaluate: (modelId: string, query: string, options?: EvaluateOptions) => Promise<EvaluateAnswer>;
  /** The visible columns and the measures of a model. */
  fields: (modelId: string) => ReportAnswer['fields'];
  /** Reads a data file below the directory for later models into another file there, with the types of its columns. */
  understand: (source: CellSource, into: string) => Promise<TableReading>;
  /** Which of such files look up rows of others. */
  relate: (tables: DataTable[]) => Promise<Relation[]>;
  /** Takes in a new model, or new data and definition of one: questions from now on read them. */
  publish: (model: ModelDefinition, directory: string) => void;
  /** Forgets a model and its data. */
  withdraw: (modelId: string) => void;
  close: () => void;
};

type Model = { index: ModelIndex; directory: string; schema: Sql; loaded?: Promise<void> };

/** The readable directories are named, and then the database forgets how to reach anything else. */
async function openDatabase(directories: string[]): Promise<DuckDBInstance> {
  const { DuckDBInstance: Instance } = await import('@duckdb/node-api');
  const instance = await Instance.create(':memory:', { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' });
  const connection = await instance.connect();
  const list = directories.map((directory) => `'${directory.replaceAll("'", "''")}'`).join(', ');
  await connection.run(`SET allowed_directories = [${list}]`);
  await connection.run('SET enable_external_access = false');
  // What is written twice inside of TRY would be computed outside of it, where its errors are not caught.
  await connection.run("SET disabled_optimizers = 'common_subexpressions'");
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

type EngineOptions = {
  content: WorkspaceContent[];
  /** A directory below which data of later models may lie. */
  laterDirectory?: string | undefined;
  now?: () => Date;
  /** The longest that one question may take. */
  queryLimitMs?: number;
};

/** Opens the models of all workspaces; the database itself starts with the first question. */
export function openEngine({ content, laterDirectory, now = () => new Date(), queryLimitMs = 60_000 }: EngineOptions): Engine {
  const models = new Map<string, Model>();
  let editions = 0;

  /** Every edition of a model has a schema of its own, so that questions under way end on the data they began with. */
  const publish: Engine['publish'] = (model, directory) => {
    const id = model.id.toLowerCase();
    withdraw(id);
    models.set(id, { index: indexModel(model), directory, schema: identifier(`${id} ${++editions}`) });
  };

  const withdraw: Engine['withdraw'] = (modelId) => {
    const model = models.get(modelId.toLowerCase());
    models.delete(modelId.toLowerCase());
    if (model?.loaded) void model.loaded.then(() => drop(model.schema)).catch(() => undefined);
  };

  const drop = async (schema: Sql): Promise<void> => {
    const connection = await (await database)?.connect();
    await connection?.run(`DROP SCHEMA IF EXISTS ${schema.text} CASCADE`);
    connection?.closeSync();
  };

  let database: Promise<DuckDBInstance> | undefined;
  for (const { directory, models: definitions } of content) for (const model of definitions) publish(model, directory);

  function findModel(modelId: string): Model {
    const model = models.get(modelId.toLowerCase());
    if (!model) throw new QueryError('ModelNotFound', `There is no model ${modelId}.`);
    return model;
  }

  function open(): Promise<DuckDBInstance> {
    const all = [...models.values()].flatMap(({ index, directory }) => index.model.tables.map((table) => sourceFile(table, directory)));
    const directories = new Set(all.filter((file) => file !== undefined).map((file) => dirname(file)));
    if (laterDirectory !== undefined) directories.add(laterDirectory);
    return openDatabase([...directories]);
  }

  async function answer(
    connection: DuckDBConnection,
    model: Model,
    query: VisualQuery,
    identity: Identity | undefined,
  ): Promise<QueryResult> {
    try {
      const { index, schema } = model;
      const moment = now();
      const source = secureTables(index, schema, moment, identity);
      const planned = planQuery({ index, source, now: moment, ...(identity ? { identity } : {}) }, query);
      const rows = await run(connection, planned.rows, queryLimitMs);
      const total = planned.total ? (await run(connection, planned.total, queryLimitMs))[0] : undefined;
      return queryResult(query.id, planned, rows, total);
    } catch (thrown) {
      const error = asNestingError(thrown);
      if (error instanceof QueryError) return { id: query.id, error: visualError(error) };
      if (error instanceof DaxError) return { id: query.id, error: visualError(new QueryError('InvalidExpression', error.message)) };
      throw error;
    }
  }

  /** For questions about files that belong to no model yet. */
  async function unbound<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    const connection = await (await (database ??= open())).connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  }

  async function connected<Result>(
    modelId: string,
    work: (connection: DuckDBConnection, model: Model) => Promise<Result>,
  ): Promise<Result> {
    const model = findModel(modelId);
    database ??= open();
    const connection = await (await database).connect();
    try {
      model.loaded ??= loadModel(connection, model.schema.text, model.index, model.directory);
      await model.loaded;
      return await work(connection, model);
    } finally {
      connection.closeSync();
    }
  }

  return {
    query: (modelId, queries, identity) =>
      connected(modelId, async (connection, model) => {
        const results: QueryResult[] = [];
        for (const query of queries) results.push(await answer(connection, model, query, identity));
        return results;
      }),
    evaluate: (modelId, query, options = {}) =>
      connected(modelId, (connection, { index, schema }) => {
        const moment = now();
        const source = secureTables(index, schema, moment, options.identity);
        const planner = { index, source, now: moment, ...(options.identity ? { identity: options.identity } : {}) };
        return evaluateQuery(connection, planner, query, options, queryLimitMs);
      }),
    understand: (source, into) => unbound((connection) => understandFile(connection, source, into)),
    relate: (tables) => unbound((connection) => relateFiles(connection, tables)),
    fields: (modelId) => modelFields(findModel(modelId).index),
    publish,
    withdraw,
    close: () => {
      void database?.then((instance) => instance.closeSync());
      database = undefined;
    },
  };
}
