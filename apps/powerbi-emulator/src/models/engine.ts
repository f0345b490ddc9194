/** Answers the questions of visuals on the models of the service, as an effective identity may see them. */
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { WorkspaceContent } from '../definition.ts';
import type { QueryResult, ReportAnswer, VisualQuery } from '../embed/protocol.ts';
import type { Identity } from './dax/scalar.ts';
import { DaxError } from './dax/syntax.ts';
import { loadModel, sourceFile } from './load-model.ts';
import { indexModel } from './model-index.ts';
import type { ModelIndex } from './model-index.ts';
import { modelFields } from './model-fields.ts';
import { planQuery, queryResult } from './query.ts';
import { QueryError, visualError } from './query-error.ts';
import { run } from './run.ts';
import { secureTables } from './security.ts';
import { identifier } from './sql.ts';
import type { Sql } from './sql.ts';

export type Engine = {
  /** Answers in the order of the questions; a question that cannot be answered gets an error in its place. */
  query: (modelId: string, queries: VisualQuery[], identity?: Identity) => Promise<QueryResult[]>;
  /** The visible columns and the measures of a model. */
  fields: (modelId: string) => ReportAnswer['fields'];
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
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

type EngineOptions = {
  content: WorkspaceContent[];
  now?: () => Date;
  /** The longest that one question may take. */
  queryLimitMs?: number;
};

/** Opens the models of all workspaces; the database itself starts with the first question. */
export function openEngine({ content, now = () => new Date(), queryLimitMs = 60_000 }: EngineOptions): Engine {
  const models = new Map<string, Model>();
  for (const { directory, models: definitions } of content) {
    for (const model of definitions)
      models.set(model.id.toLowerCase(), { index: indexModel(model), directory, schema: identifier(model.id.toLowerCase()) });
  }
  let database: Promise<DuckDBInstance> | undefined;

  function findModel(modelId: string): Model {
    const model = models.get(modelId.toLowerCase());
    if (!model) throw new QueryError('ModelNotFound', `There is no model ${modelId}.`);
    return model;
  }

  function open(): Promise<DuckDBInstance> {
    const all = [...models.values()].flatMap(({ index, directory }) => index.model.tables.map((table) => sourceFile(table, directory)));
    const directories = new Set(all.filter((file) => file !== undefined).map((file) => dirname(file)));
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
    } catch (error) {
      if (error instanceof QueryError) return { id: query.id, error: visualError(error) };
      if (error instanceof DaxError) return { id: query.id, error: visualError(new QueryError('InvalidExpression', error.message)) };
      throw error;
    }
  }

  return {
    query: async (modelId, queries, identity) => {
      const model = findModel(modelId);
      database ??= open();
      const connection = await (await database).connect();
      try {
        model.loaded ??= loadModel(connection, model.schema.text, model.index, model.directory);
        await model.loaded;
        const results: QueryResult[] = [];
        for (const query of queries) results.push(await answer(connection, model, query, identity));
        return results;
      } finally {
        connection.closeSync();
      }
    },
    fields: (modelId) => modelFields(findModel(modelId).index),
    close: () => {
      void database?.then((instance) => instance.closeSync());
      database = undefined;
    },
  };
}
