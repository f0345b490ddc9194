import { extname } from 'node:path';
import { z } from 'zod';
import type { SentDataReading } from '@vitrine/powerbi/wire/imports.ts';
import { modelDefinition } from '../../definitions/model.ts';
import { reportDefinition } from '../../definitions/report.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import { modelProblems } from '../../engine/checks/checkModel.ts';
import { reportProblems } from '../../engine/checks/checkReport.ts';
import type { Engine } from '../../engine/engine.ts';
import { isDataFile, unpack } from './archive.ts';
import { keepDataFile, readDataFile } from './dataFiles/readDataFile.ts';
import type { ReadTable } from './dataFiles/readDataFile.ts';
import { ImportError } from './importError.ts';
import { inferModel } from './inferModel.ts';
import { layOutReport } from './layOutReport.ts';

export type ReadPackage = {
  model: ModelDefinition;
  reports: ReportDefinition[];
  /** How data that nobody had described was understood. */
  reading?: SentDataReading;
};

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

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Of more tables nobody reads how each was understood. */
const mostTables = 10;

type Options = {
  /** What the package is called; its ending says what it is. */
  name: string;
  bytes: Uint8Array;
  /** Where its data files are kept. */
  directory: string;
  engine: Pick<Engine, 'understand' | 'relate'>;
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
  if (described) {
    for (const [file, content] of data) await keepDataFile(directory, file, content);
    checkTables(described, known);
    const problems = [...modelProblems(described, directory), ...reports.flatMap((report) => reportProblems(report, described))];
    if (problems.length > 0) throw new ImportError(problems.join('\n'));
    return { model: described, reports };
  }
  const read: ReadTable[] = [];
  for (const [file, content] of data) {
    const found = await readDataFile(directory, file, content, engine);
    const twice = found.find(({ table }) => read.some((one) => isSameName(one.table.table, table.table)));
    if (twice) throw new ImportError(`Two tables are named '${twice.table.table}'; each file and sheet needs a name of its own.`);
    read.push(...found);
  }
  if (read.length === 0) throw new ImportError('There is no data file to publish.');
  const tables = read.map(({ table }) => table);
  const relations = await engine.relate(tables);
  const model = inferModel(title, tables, relations);
  const problems = reports.flatMap((report) => reportProblems(report, model));
  if (problems.length > 0) throw new ImportError(problems.join('\n'));
  const told = read.slice(0, mostTables).map((one) => one.reading);
  const reading = { tables: told, more_tables: read.length - told.length };
  return { model, reports: reports.length > 0 ? reports : [layOutReport(title, model.id, tables, relations)], reading };
};
