import { createHash } from 'node:crypto';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { Datasource, DatasetState } from './datasetRecord.ts';

/** An id that is the same at every start. */
const stableId = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

type Source = ModelDefinition['tables'][number]['source'];

const connectionOf = (source: Source): string => (source.kind === 'generated' ? `${source.generator}/${source.table}` : source.path);

/** Where a dataset reads from: the files of its tables, unless somebody has pointed it elsewhere. */
export const datasourcesOf = (model: ModelDefinition, state: DatasetState): Datasource[] => {
  if (state.datasources) return state.datasources;
  const paths = [...new Set(model.tables.map(({ source }) => connectionOf(source)))];
  return paths.map((path) => ({
    datasourceType: 'File',
    connectionDetails: { path },
    datasourceId: stableId(`${model.id}/${path}`),
    gatewayId: stableId('local gateway'),
  }));
};
