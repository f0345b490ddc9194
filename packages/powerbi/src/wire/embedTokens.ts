/** Embed tokens: what is asked for in both versions, and the answer (docs/reference/powerbi.md A7). */
import { z } from 'zod';
import type { Sent } from './shapes.ts';

export const embedToken = z.object({
  /** Opaque; only `powerbi-client` reads it. */
  token: z.string().min(1),
  tokenId: z.string(),
  /** ISO-8601 UTC. Never later than the end of the Entra token that asked. */
  expiration: z.string(),
});
export type SentEmbedToken = Sent<typeof embedToken>;

const id = z.guid().toLowerCase();
/** Can shorten the token's life, never extend it. */
const lifetimeInMinutes = z.number().int().nonnegative().nullish();

/** The identity rules that need no model (docs/reference/powerbi.md A7). */
export const identity = z
  .object({
    username: z.string('must be given').min(1, 'must not be empty').regex(/^\S*$/, 'must not contain spaces'),
    roles: z.array(z.string().regex(/^[^,]*$/, 'must not contain a comma')).nullish(),
    datasets: z.array(id, 'must be given').nullish(),
    customData: z.string().nullish(),
    auditableContext: z.string().nullish(),
    reports: z.array(id).nullish(),
    identityBlob: z.object({ value: z.string() }).nullish(),
  })
  // Only what paginated reports read besides datasets takes an identity by its report.
  .superRefine(({ datasets, reports }, context) => {
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['datasets'], message });
    if (datasets?.length === 0) wrong('must not be empty');
    else if (!datasets && !reports?.length) wrong('must be given');
  })
  .transform((given) => ({ ...given, datasets: given.datasets ?? [] }));
/** Whom the row-level security of the named datasets takes the reader for. */
export type Identity = z.infer<typeof identity>;

/** Effective identities, as tokens and exports take them. */
export const identities = z
  .array(identity)
  .nullish()
  .transform((given) => given ?? []);

/** `POST /GenerateToken`: version 2, for several reports and datasets at once. A report's dataset must be listed too. */
export const generateTokenV2 = z.object({
  reports: z.array(z.object({ id, allowEdit: z.boolean().nullish() })).nullish(),
  datasets: z.array(z.object({ id, xmlaPermissions: z.enum(['Off', 'ReadOnly']).nullish() })).nullish(),
  /** Where the reader may save copies. */
  targetWorkspaces: z.array(z.object({ id })).nullish(),
  identities,
  datasourceIdentities: z
    .array(
      z.object({
        identityBlob: z.string().min(1),
        datasources: z
          .array(
            z.object({
              datasourceType: z.string(),
              connectionDetails: z.object({ server: z.string().optional(), database: z.string().optional() }),
            }),
          )
          .min(1),
      }),
    )
    .nullish(),
  lifetimeInMinutes,
});

/** `POST /groups/{g}/reports/{r}/GenerateToken`. */
export const generateReportToken = z.object({
  accessLevel: z.enum(['View', 'Edit']),
  allowSaveAs: z.boolean().nullish(),
  identities,
  lifetimeInMinutes,
});

/** `POST /groups/{g}/reports/GenerateToken`. */
export const generateCreateToken = z.object({
  accessLevel: z.literal('Create'),
  datasetId: id,
  allowSaveAs: z.boolean().nullish(),
  identities,
  lifetimeInMinutes,
});

/** `POST /groups/{g}/datasets/{d}/GenerateToken`. */
export const generateDatasetToken = z.object({ accessLevel: z.literal('View'), identities, lifetimeInMinutes });
