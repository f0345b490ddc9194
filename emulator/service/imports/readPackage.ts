import { extname, join } from 'node:path';
import { z } from 'zod';
import { modelDefinition } from '../../definitions/model.ts';
import { reportDefinition } from '../../definitions/report.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import { modelProblems } from '../../engine/checks/checkModel.ts';
import { reportProblems } from '../../engine/checks/checkReport.ts';
import type { Engine } from '../../engine/engine.ts';
import type { DataTable } from '../../engine/relationships.ts';
import { isDataFile, unpack } from './archive.ts';
import { saveDataFile } from './dataFiles.ts';
import type { DataFile } from './dataFiles.ts';
import { ImportError } from './importError.ts';
import { inferModel } from './inferModel.ts';
import { layOutReport } from './layOutReport.ts';

export type ReadPackage = { model: ModelDefinition; reports: ReportDefinition[] };

const archives = new Set(['.zip', '.pbix']);

/** Whether a name is that of a file that can be published. */
export const canPublish = (name: string): boolean => archives.has(extname(name).toLowerCase()) || isDataFile(name);

const definitionIn = <T>(files: Map<string, Uint8Array>, ending: string, shape: z.ZodType<T>): T[] =>
  [...files].flatMap(([name, bytes]) => {
    if (!name.endsWith(ending)) return [];
    try {
      return [shape.parse(JSON.parse(new TextDecoder().decode(bytes)))];
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON';
      throw new ImportError(`The file '${name}' cannot be used: ${why}`, { cause: error });
    }
  });

/** SQL of a stranger could read the data of others; only what this service publishes already may bring its own. */
const checkTables = (model: ModelDefinition, known: ModelDefinition[]): void => {
  const trusted = new Set(known.flatMap(({ tables }) => tables.map((table) => JSON.stringify(table))));
  for (const table of model.tables) {
    const isPlain = table.source.kind === 'file' && table.source.query === undefined && table.columns.every(({ sql }) => sql === undefined);
    if (!isPlain && !trusted.has(JSON.stringify(table)))
      throw new ImportError(`The table '${table.name}' may only read a data file of the archive, without SQL of its own.`);
  }
};

type Options = {
  /** What the package is called; its ending says what it is. */
  name: string;
  bytes: Uint8Array;
  /** Where its data files are kept. */
  directory: string;
  engine: Pick<Engine, 'inspect' | 'relate'>;
  /** The models that are published already. */
  known: ModelDefinition[];
};

/** Reads a data file, or an archive of them with or without model and report; what is missing is made up. Throws `ImportError`. */
export const readPackage = async ({ name, bytes, directory, engine, known }: Options): Promise<ReadPackage> => {
  const title = name.slice(0, -extname(name).length);
  const files = archives.has(extname(name).toLowerCase()) ? await unpack(bytes) : new Map([[name, bytes]]);
  const [described] = definitionIn(files, '.model.json', modelDefinition);
  const reports = definitionIn(files, '.report.json', reportDefinition);
  const data = [...files].filter(([file]) => isDataFile(file) && !/\.(model|report)\.json$/.test(file));
  const saved: DataFile[] = [];
  for (const [file, content] of data) saved.push(...(await saveDataFile(directory, file, content)));
  if (described) {
    checkTables(described, known);
    const problems = [...modelProblems(described, directory), ...reports.flatMap((report) => reportProblems(report, described))];
    if (problems.length > 0) throw new ImportError(problems.join('\n'));
    return { model: described, reports };
  }
  if (saved.length === 0) throw new ImportError('There is no data file to publish.');
  const twice = saved.find(({ table }, at) => saved.findIndex((one) => one.table.toLowerCase() === table.toLowerCase()) < at);
  if (twice) throw new ImportError(`Two tables are named '${twice.table}'; each file and sheet needs a name of its own.`);
  const tables: DataTable[] = [];
  for (const { table, path } of saved) {
    const file = join(directory, path);
    try {
      tables.push({ table, file, ...(await engine.inspect(file)) });
    } catch (error) {
      throw new ImportError(`The data of '${path}' cannot be read.`, { cause: error });
    }
  }
  const relations = await engine.relate(tables);
  const model = inferModel(title, tables, relations);
  const problems = reports.flatMap((report) => reportProblems(report, model));
  if (problems.length > 0) throw new ImportError(problems.join('\n'));
  return { model, reports: reports.length > 0 ? reports : [layOutReport(title, model.id, tables, relations)] };
};
