/** Schedule, parameters and data sources of a dataset (docs/reference/powerbi.md A4). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const schedule = z.object({
  /** `Monday` and so on; none means every day. */
  days: z.array(z.string()),
  /** `07:00`, on the full or half hour. */
  times: z.array(z.string()),
  enabled: z.boolean(),
  /** A Windows time zone id such as `E. South America Standard Time`. */
  localTimeZoneId: z.string(),
  notifyOption: maybe(z.string()),
});
export type SentSchedule = Sent<typeof schedule>;

export const parameter = z.object({
  name: z.string(),
  type: maybe(z.string()),
  isRequired: maybe(z.boolean()),
  currentValue: maybe(z.string()),
  suggestedValues: maybe(z.array(z.string())),
});
export type SentParameter = Sent<typeof parameter>;

const connectionDetails = z.record(z.string(), z.unknown()).transform((details) => {
  const texts = Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
});
export const datasource = z.object({
  datasourceType: z.string(),
  connectionDetails,
  datasourceId: maybe(z.string()),
  gatewayId: maybe(z.string()),
});
export type SentDatasource = Sent<typeof datasource>;

export const parameterUpdate = z.object({ updateDetails: z.array(z.object({ name: z.string(), newValue: z.string() })).min(1) });
export type ParameterUpdate = z.input<typeof parameterUpdate>;

const textDetails = z.record(z.string(), z.string());
export const datasourceUpdate = z.object({
  updateDetails: z
    .array(
      z.object({
        datasourceSelector: z.object({ datasourceType: z.string(), connectionDetails: textDetails }),
        connectionDetails: textDetails,
      }),
    )
    .min(1),
});
export type DatasourceUpdate = z.input<typeof datasourceUpdate>;
