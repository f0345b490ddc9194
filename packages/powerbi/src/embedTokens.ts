import type { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { embedToken } from './wire/embedTokens.ts';
import type { generateCreateToken, generateDatasetToken, generateReportToken, generateTokenV2, identity } from './wire/embedTokens.ts';

export type EmbedToken = z.infer<typeof embedToken>;

/**
 * Whom the row-level security of the named datasets takes the reader for (docs/reference/powerbi.md A7): `username` feeds
 * `USERPRINCIPALNAME()`, `customData` feeds `CUSTOMDATA()`, roles are exact and case-sensitive. One identity per dataset.
 */
export type EffectiveIdentity = z.input<typeof identity>;

/** Version 2, for several reports and datasets at once; at most 50 of each kind. A report's dataset must be listed too. */
export type GenerateTokenRequest = z.input<typeof generateTokenV2>;
/** Version 1, one report to read or edit. */
export type GenerateReportTokenRequest = z.input<typeof generateReportToken>;
/** Version 1, a new report on a dataset. */
export type GenerateCreateTokenRequest = z.input<typeof generateCreateToken>;
/** Version 1, questions to a dataset. */
export type GenerateDatasetTokenRequest = z.input<typeof generateDatasetToken>;

export type EmbedTokenOptions = CallOptions & {
  /** Least remaining life of the Entra token that mints, in milliseconds; 30 minutes unless told. It bounds the embed token's life. */
  freshForMs?: number | undefined;
};

const defaultFreshForMs = 30 * 60_000;

/**
 * Embed tokens (docs/reference/powerbi.md A7). Errors: `PowerBiError`, of kind `invalid` when an identity rule is broken (its message
 * names the rule) and `quota` when the trial tokens of a workspace without capacity are spent.
 */
export const embedTokenCalls = (call: Caller) => {
  const generate = (at: string, body: object, options: EmbedTokenOptions): Promise<EmbedToken> =>
    call({
      method: 'POST',
      path: at,
      body,
      reply: embedToken,
      // A second token beside a lost one does no harm, so a broken connection need not fail the reader.
      repeatable: true,
      freshForMs: options.freshForMs ?? defaultFreshForMs,
      signal: options.signal,
    });

  return {
    /** `POST /GenerateToken`, version 2. */
    generateToken: (request: GenerateTokenRequest, options: EmbedTokenOptions = {}): Promise<EmbedToken> =>
      generate('GenerateToken', request, options),

    /** `POST /groups/{workspace}/reports/{id}/GenerateToken`, version 1. */
    generateReportToken: (workspaceId: string, reportId: string, request: GenerateReportTokenRequest, options: EmbedTokenOptions = {}) =>
      generate(path`groups/${workspaceId}/reports/${reportId}/GenerateToken`, request, options),

    /** `POST /groups/{workspace}/reports/GenerateToken`, version 1. */
    generateCreateToken: (workspaceId: string, request: GenerateCreateTokenRequest, options: EmbedTokenOptions = {}) =>
      generate(path`groups/${workspaceId}/reports/GenerateToken`, request, options),

    /** `POST /groups/{workspace}/datasets/{id}/GenerateToken`, version 1. */
    generateDatasetToken: (workspaceId: string, datasetId: string, request: GenerateDatasetTokenRequest, options: EmbedTokenOptions = {}) =>
      generate(path`groups/${workspaceId}/datasets/${datasetId}/GenerateToken`, request, options),
  };
};
