import { scopes } from './addresses.ts';
import { capacityCalls } from './capacities.ts';
import { createTokenSource, transportOf } from './client.ts';
import type { ClientOptions } from './client.ts';
import { datasetCalls } from './datasets.ts';
import { embedTokenCalls } from './embed-tokens.ts';
import { createCaller } from './http.ts';
import { reportCalls } from './reports.ts';
import { workspaceCalls } from './workspaces.ts';

/**
 * Power BI REST (`{powerbi}/v1.0/myorg`) as one service principal. Answers keep Microsoft's camelCase; times are
 * ISO-8601. Every call throws `PowerBiError`, and takes an `AbortSignal`. Source: powerbi.md part A.
 */
export const createPowerBi = (options: ClientOptions) => {
  const tokens = options.tokens ?? createTokenSource(options);
  const call = createCaller({
    service: 'powerbi',
    base: `${options.addresses.powerbi}/v1.0/myorg`,
    scope: scopes.powerbi,
    credentials: options.credentials,
    tokens,
    transport: transportOf(options),
  });
  return {
    tokens,
    workspaces: workspaceCalls(call),
    reports: reportCalls(call),
    datasets: datasetCalls(call),
    ...embedTokenCalls(call),
    ...capacityCalls(call),
  };
};

export type PowerBi = ReturnType<typeof createPowerBi>;
