import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';

const embedToken = z.object({
  /** Opaque; only `powerbi-client` reads it. */
  token: z.string().min(1),
  tokenId: z.string(),
  /** ISO-8601 UTC. Never later than the end of the Entra token that asked. */
  expiration: z.string(),
});
export type EmbedToken = z.infer<typeof embedToken>;

/**
 * Whom the row-level security of the named datasets takes the reader for (powerbi.md A7): `username` feeds
 * `USERPRINCIPALNAME()`, `customData` feeds `CUSTOMDATA()`, roles are exact and case-sensitive. One identity per dataset.
 */
export type EffectiveIdentity = {
  username: string;
  roles?: string[];
  datasets?: string[];
  customData?: string;
  auditableContext?: string;
  reports?: string[];
  identityBlob?: { value: string };
};

/** Version 2, for several reports and datasets at once; at most 50 of each kind. A report's dataset must be listed too. */
export type GenerateTokenRequest = {
  reports?: { id: string; allowEdit?: boolean }[];
  datasets?: { id: string; xmlaPermissions?: 'Off' | 'ReadOnly' }[];
  /** Where the reader may save copies. */
  targetWorkspaces?: { id: string }[];
  identities?: EffectiveIdentity[];
  datasourceIdentities?: {
    identityBlob: string;
    datasources: { datasourceType: string; connectionDetails: { server?: string; database?: string } }[];
  }[];
  /** Can shorten the token's life, never extend it. */
  lifetimeInMinutes?: number;
};

type Version1 = { identities?: EffectiveIdentity[]; lifetimeInMinutes?: number };
/** Version 1, one report to read or edit. */
export type GenerateReportTokenRequest = Version1 & { accessLevel: 'View' | 'Edit'; allowSaveAs?: boolean };
/** Version 1, a new report on a dataset. */
export type GenerateCreateTokenRequest = Version1 & { accessLevel: 'Create'; datasetId: string; allowSaveAs?: boolean };
/** Version 1, questions to a dataset. */
export type GenerateDatasetTokenRequest = Version1 & { accessLevel: 'View' };

export type EmbedTokenOptions = CallOptions & {
  /** Least remaining life of the Entra token that mints, in milliseconds; 30 minutes unless told. It bounds the embed token's life. */
  freshForMs?: number | undefined;
};

const defaultFreshForMs = 30 * 60_000;

/**
 * Embed tokens (powerbi.md A7). Errors: `PowerBiError`, of kind `invalid` when an identity rule is broken (its message
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
