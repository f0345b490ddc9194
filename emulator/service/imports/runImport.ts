import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../service.ts';
import { ImportError } from './importError.ts';
import type { ImportRecord } from './importRecord.ts';
import { publishPackage } from './publishPackage.ts';

/** The file as it was handed in, until it is published. */
const waitingFile = (service: Service, { id }: ImportRecord): string => join(service.importDirectory, `${id}.waiting`);

const work = async (service: Service, record: ImportRecord): Promise<void> => {
  const fault = service.faults.takeJob('import_failed', record.workspace_id);
  try {
    if (fault) record.failure = { code: fault.code, message: 'The import failed.' };
    else await publishPackage(service, record, await readFile(waitingFile(service, record)));
  } catch (error) {
    const message = error instanceof ImportError ? error.message : 'The file cannot be published.';
    record.failure = { code: 'RequestedFileIsEncryptedOrCorrupted', message };
    if (!(error instanceof ImportError)) service.onFailure(error instanceof Error ? error : new Error(String(error)));
  }
  service.save();
  await rm(waitingFile(service, record), { force: true });
};

/** Enters the import and publishes its file afterwards; resolves when nothing can lose it any more. */
export const startImport = async (service: Service, record: ImportRecord, bytes: Uint8Array): Promise<void> => {
  await writeFile(waitingFile(service, record), bytes, { mode: 0o600 });
  service.state.imports.push(record);
  void work(service, record).catch(service.onFailure);
};

/** Continues imports that an earlier run of the service had not finished. */
export const resumeImports = (service: Service): void => {
  for (const record of service.state.imports) if (!record.result && !record.failure) void work(service, record).catch(service.onFailure);
};
