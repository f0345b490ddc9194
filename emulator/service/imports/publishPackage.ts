import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import { datasetStateOf } from '../datasets/datasetState.ts';
import type { Service } from '../service.ts';
import type { Workspace } from '../tenant/state.ts';
import { ImportError } from './importError.ts';
import type { ImportRecord } from './importRecord.ts';
import { readPackage } from './readPackage.ts';

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** An edition in the place of an older one keeps its id, so that links and assignments stay good. */
const idFor = (workspace: Workspace, report: ReportDefinition, replaces: ModelDefinition | undefined): string => {
  const older = replaces && workspace.reports.find(({ model, name }) => model === replaces.id && sameName(name, report.name));
  return older?.id ?? randomUUID();
};

/** Publishes the file of an import: a dataset with its data, and its reports. Throws `ImportError`. */
export const publishPackage = async (service: Service, record: ImportRecord, bytes: Uint8Array): Promise<void> => {
  const { name, target } = record;
  const workspace = service.state.workspaces.get(record.workspace_id);
  if (!workspace || !target) throw new ImportError('The workspace is not there any more.');
  const replaces = workspace.models.find(({ id }) => id.toLowerCase() === target.replaces);
  const directory = join(service.importDirectory, randomUUID());
  await mkdir(directory, { recursive: true });
  const known = [...service.state.workspaces.values()].flatMap(({ models }) => models);
  const read = await readPackage({ name: target.file, bytes, directory, engine: service.engine, known });
  const isOnlyReport = read.reports.length === 1;
  const model: ModelDefinition = { ...read.model, id: replaces?.id ?? randomUUID(), name };
  const reports = (target.skip_report ? [] : read.reports).map((report): ReportDefinition => {
    const named = { ...report, name: isOnlyReport ? name : report.name, model: model.id };
    return { ...named, id: idFor(workspace, named, replaces) };
  });
  service.engine.publish(model, directory);
  service.state.model_directories.set(model.id, directory);
  if (replaces) workspace.models.splice(workspace.models.indexOf(replaces), 1, model);
  else workspace.models.push(model);
  datasetStateOf(service.state, model, service.clock.now()).owner = target.owner;
  for (const report of reports) {
    const at = workspace.reports.findIndex(({ id }) => id === report.id);
    workspace.reports.splice(at < 0 ? workspace.reports.length : at, at < 0 ? 0 : 1, report);
  }
  // Together with what is published: kept both or neither.
  record.result = {
    datasets: [{ id: model.id, name }],
    reports: reports.map(({ id, name: title }) => ({ id, name: title })),
    ...(read.reading && { reading: read.reading }),
  };
};
