import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { listOf, maybe } from './lists.ts';

const schedule = z.object({
  /** `Monday` and so on; none means every day. */
  days: z.array(z.string()),
  /** `07:00`, on the full or half hour. */
  times: z.array(z.string()),
  enabled: z.boolean(),
  /** A Windows time zone id such as `E. South America Standard Time`. */
  localTimeZoneId: z.string(),
  notifyOption: maybe(z.string()),
});
/** When a dataset refreshes by itself (powerbi.md A4). */
export type RefreshSchedule = z.infer<typeof schedule>;

/** What changes; `{ enabled: false }` travels alone. A service principal cannot ask for mails. */
export type RefreshScheduleChange = Partial<Omit<RefreshSchedule, 'notifyOption'>> & { notifyOption?: 'NoNotification' };

const parameter = z.object({
  name: z.string(),
  type: maybe(z.string()),
  isRequired: maybe(z.boolean()),
  currentValue: maybe(z.string()),
  suggestedValues: maybe(z.array(z.string())),
});
export type DatasetParameter = z.infer<typeof parameter>;

const connectionDetails = z.record(z.string(), z.unknown()).transform((details) => {
  const texts = Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
});
const datasource = z.object({
  datasourceType: z.string(),
  connectionDetails,
  datasourceId: maybe(z.string()),
  gatewayId: maybe(z.string()),
});
export type Datasource = z.infer<typeof datasource>;

export type DatasourceUpdate = {
  datasourceSelector: { datasourceType: string; connectionDetails: Record<string, string> };
  connectionDetails: Record<string, string>;
};

const nothing = z.unknown().transform(() => undefined);

/** Schedule, parameters, data sources and owner of a dataset (powerbi.md A4). Only its owner changes them: see `takeOver`. Errors: `PowerBiError`. */
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
      updateDetails: { name: string; newValue: string }[],
      options: CallOptions = {},
    ): Promise<void> => send('POST', workspaceId, datasetId, 'Default.UpdateParameters', { updateDetails }, options),

    /** `GET …/datasources`. */
    datasources: (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<Datasource[]> =>
      get(workspaceId, datasetId, 'datasources', listOf(datasource), options),

    /** `POST …/Default.UpdateDatasources`. */
    updateDatasources: (
      workspaceId: string,
      datasetId: string,
      updateDetails: DatasourceUpdate[],
      options: CallOptions = {},
    ): Promise<void> => send('POST', workspaceId, datasetId, 'Default.UpdateDatasources', { updateDetails }, options),

    /** `POST …/Default.TakeOver`: the service principal becomes the owner; stored credentials of the former one are lost. */
    takeOver: (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<void> =>
      send('POST', workspaceId, datasetId, 'Default.TakeOver', undefined, options),
  };
};
