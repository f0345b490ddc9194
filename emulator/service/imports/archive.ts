import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { unzip, zip } from 'fflate';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import { sourceFile } from '../../engine/loadModel.ts';
import { ImportError } from './importError.ts';

/** What an archive may hold altogether, unpacked. */
const mostBytes = 1024 * 1024 * 1024;
const mostFiles = 200;

/** The files of an archive by their bare name; folders do not count. */
export const unpack = async (archive: Uint8Array): Promise<Map<string, Uint8Array>> => {
  let [bytes, count] = [0, 0];
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, Uint8Array>>();
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (name.endsWith('/') || basename(name).startsWith('.') || name.startsWith('__MACOSX')) return false;
    bytes += originalSize;
    count += 1;
    if (bytes > mostBytes || count > mostFiles) throw new ImportError('The archive holds too much.');
    return true;
  };
  try {
    unzip(archive, { filter }, (error, files) => (error ? reject(error) : resolve(files)));
    return new Map(Object.entries(await promise).map(([name, content]) => [basename(name), content]));
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError('The archive cannot be read.', { cause: error });
  }
};

const dataOf = async (model: ModelDefinition, directory: string): Promise<Record<string, Uint8Array>> => {
  const files: Record<string, Uint8Array> = {};
  for (const table of model.tables) {
    const file = table.source.kind === 'file' ? sourceFile(table, directory) : undefined;
    if (file !== undefined) files[table.source.kind === 'file' ? table.source.path : basename(file)] = await readFile(file);
  }
  return files;
};

/** A report as one file: its definition, and with its model also that and its data. */
export const packReport = async (
  report: ReportDefinition,
  model: ModelDefinition | undefined,
  directory: string | undefined,
): Promise<Uint8Array> => {
  const json = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value, null, 2));
  const name = report.name.replaceAll(/[\\/:*?"<>|]/g, '-');
  const files = {
    [`${name}.report.json`]: json(report),
    ...(model && { [`${name}.model.json`]: json(model) }),
    ...(model && directory !== undefined && (await dataOf(model, directory))),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  zip(files, { level: 6 }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  return promise;
};

/** Whether a name is that of a data file that can be published. */
export const isDataFile = (name: string): boolean => ['.csv', '.tsv', '.json', '.parquet', '.xlsx'].includes(extname(name).toLowerCase());
