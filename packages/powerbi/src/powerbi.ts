import { scopes } from './addresses.ts';
import { capacityCalls } from './capacities.ts';
import { createTokenSource, transportOf } from './client.ts';
import type { ClientOptions } from './client.ts';
import { datasetSettingCalls } from './datasetSettings.ts';
import { datasetCalls } from './datasets.ts';
import { embedTokenCalls } from './embedTokens.ts';
import { enhancedRefreshCalls } from './enhancedRefreshes.ts';
import { exportCalls } from './exports.ts';
import { createCaller } from './http.ts';
import { importCalls } from './imports.ts';
import { queryCalls } from './queries.ts';
import { refreshCalls } from './refreshes.ts';
import { reportCalls } from './reports.ts';
import { scanCalls } from './scans.ts';
import { workspaceCalls } from './workspaces.ts';

/**
 * Power BI REST (`{powerbi}/v1.0/myorg`) as one service principal. Answers keep Microsoft's camelCase; times are
 * ISO-8601. Every call throws `PowerBiError`, and takes an `AbortSignal`. Source: docs/reference/powerbi.md A0.
 */
export const createPowerBi = (options: ClientOptions) => {
  const tokens = options.tokens ?? createTokenSource(options);
  const transport = transportOf(options);
  const call = createCaller({
    service: 'powerbi',
    base: `${options.addresses.powerbi}/v1.0/myorg`,
    scope: scopes.powerbi,
    credentials: options.credentials,
    tokens,
    transport,
  });
  return {
    tokens,
    workspaces: workspaceCalls(call),
    reports: reportCalls(call),
    datasets: datasetCalls(call),
    datasetSettings: datasetSettingCalls(call),
    enhancedRefreshes: enhancedRefreshCalls(call),
    refreshes: refreshCalls(call),
    exports: exportCalls(call, transport.clock),
    imports: importCalls(call, transport.clock),
    queries: queryCalls(call),
    scans: scanCalls(call),
    ...embedTokenCalls(call),
    ...capacityCalls(call),
  };
};

export type PowerBi = ReturnType<typeof createPowerBi>;
