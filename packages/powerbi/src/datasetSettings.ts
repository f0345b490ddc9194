import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { datasource, parameter, schedule } from './wire/datasetSettings.ts';
import type { DatasourceUpdate, ParameterUpdate } from './wire/datasetSettings.ts';
import { listOf } from './wire/shapes.ts';

/** When a dataset refreshes by itself (docs/reference/powerbi.md A4). */
export type RefreshSchedule = z.infer<typeof schedule>;

/** What changes; `{ enabled: false }` travels alone. A service principal cannot ask for mails. */
export type RefreshScheduleChange = Partial<Omit<RefreshSchedule, 'notifyOption'>> & { notifyOption?: 'NoNotification' };

export type DatasetParameter = z.infer<typeof parameter>;
export type Datasource = z.infer<typeof datasource>;

const nothing = z.unknown().transform(() => undefined);

/** Schedule, parameters, data sources and owner of a dataset (docs/reference/powerbi.md A4). Only its owner changes them: see `takeOver`. Errors: `PowerBiError`. */
export const datasetSettingCalls = (call: Caller) => {
  const get = <T>(workspaceId: string, datasetId: string, what: string, reply: z.ZodType<T>, options: CallOptions): Promise<T> =>
    call({ method: 'GET', path: `${path`groups/${workspaceId}/datasets/${datasetId}`}/${what}`, reply, signal: options.signal });

  const send = (method: 'POST' | 'PATCH', workspaceId: string, datasetId: string, what: string, body: unknown, options: CallOptions) =>
    call({
      method,
      path: `${path`groups/${workspaceId}/datasets/${datasetId}`}/${what}`,
      body,
      reply: nothing,
      repeatable: true,
      signal: options.signal,
    });

  return {
    /** `GET …/refreshSchedule`. */
    schedule: (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<RefreshSchedule> =>
      get(workspaceId, datasetId, 'refreshSchedule', schedule, options),

    /** `PATCH …/refreshSchedule`. Switching it off sends nothing else, as the service demands. */
    updateSchedule: (workspaceId: string, datasetId: string, change: RefreshScheduleChange, options: CallOptions = {}): Promise<void> =>
      send('PATCH', workspaceId, datasetId, 'refreshSchedule', { value: change.enabled === false ? { enabled: false } : change }, options),

    /** `GET …/parameters`. */
    parameters: (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<DatasetParameter[]> =>
      get(workspaceId, datasetId, 'parameters', listOf(parameter), options),

    /** `POST …/Default.UpdateParameters`: at most 100, in force from the next refresh on. */
    updateParameters: (
      workspaceId: string,
      datasetId: string,
      updateDetails: ParameterUpdate['updateDetails'],
      options: CallOptions = {},
    ): Promise<void> => send('POST', workspaceId, datasetId, 'Default.UpdateParameters', { updateDetails }, options),

    /** `GET …/datasources`. */
    datasources: (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<Datasource[]> =>
      get(workspaceId, datasetId, 'datasources', listOf(datasource), options),

    /** `POST …/Default.UpdateDatasources`. */
    updateDatasources: (
      workspaceId: string,
      datasetId: string,
      updateDetails: DatasourceUpdate['updateDetails'],
      options: CallOptions = {},
    ): Promise<void> => send('POST', workspaceId, datasetId, 'Default.UpdateDatasources', { updateDetails }, options),

    /** `POST …/Default.TakeOver`: the service principal becomes the owner; stored credentials of the former one are lost. */
    takeOver: (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<void> =>
      send('POST', workspaceId, datasetId, 'Default.TakeOver', undefined, options),
  };
};
