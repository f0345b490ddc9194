/** Every endpoint by feature and name: what OpenAPI, the permission matrix and the fuzz tests walk over. */
import type { Endpoint } from './endpoint.ts';
import * as configuration from './features/configuration.ts';
import * as health from './features/health.ts';
import * as partners from './features/partners.ts';
import * as reportAccess from './features/reportAccess.ts';
import * as reportGroups from './features/reportGroups.ts';
import * as reportReading from './features/reportReading.ts';
import * as reportingAccounts from './features/reportingAccounts.ts';
import * as reports from './features/reports.ts';
import * as session from './features/session.ts';

const features = { configuration, health, partners, reportAccess, reportGroups, reportReading, reportingAccounts, reports, session };

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(features).flatMap(([feature, exported]) =>
  Object.entries(exported).flatMap(([name, value]: [string, unknown]) =>
    isEndpoint(value) ? [{ name: `${feature}.${name}`, endpoint: value }] : [],
  ),
);
