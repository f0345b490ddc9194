import { z } from 'zod';

/** How the client speaks: Entra with and without the flag `aadOptscim062020`, Okta with PUT and, as of its catalogue, with PATCH. */
const dialects = ['entra', 'entra_flag', 'okta', 'okta_patch'] as const;

/** What an application was last told of somebody, and as whom it knows them. */
const sentPersonShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  mail: z.string(),
  active: z.boolean(),
  /** Since when the person is not in the directory any more. */
  gone_at_ms: z.number().optional(),
});
export type SentPerson = z.infer<typeof sentPersonShape>;

const sentGroupShape = z.strictObject({ id: z.string(), name: z.string(), members: z.array(z.string()) });
export type SentGroup = z.infer<typeof sentGroupShape>;

export const provisioningSettings = z.strictObject({
  /** Address of the application's SCIM service. */
  address: z.url({ protocol: /^https?$/ }),
  token: z.string().min(1).max(2_000),
  dialect: z.enum(dialects),
  /** Whose mail addresses are of these domains; everybody without any. */
  domains: z.array(z.string().trim().toLowerCase().min(1)).max(50),
  every_minutes: z.number().int().min(1).max(1_440),
  running: z.boolean(),
});
export type ProvisioningSettings = z.infer<typeof provisioningSettings>;

export const provisioningShape = z.strictObject({
  settings: provisioningSettings.optional(),
  /** By object id. */
  people: z.record(z.string(), sentPersonShape).default({}),
  groups: z.record(z.string(), sentGroupShape).default({}),
  last_run_at_ms: z.number().optional(),
});
/** What the directory knows of the application that it provisions. */
export type Provisioning = z.infer<typeof provisioningShape>;
