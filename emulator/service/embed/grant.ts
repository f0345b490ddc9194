import { z } from 'zod';

/** What an embed token allows: recorded when it is minted, never read from the token itself (docs/reference/powerbi.md A11). */
export const embedGrant = z.strictObject({
  reports: z.array(z.strictObject({ id: z.string(), allow_edit: z.boolean() })),
  datasets: z.array(z.string()),
  /** Workspaces into which copies may be saved. */
  target_workspaces: z.array(z.string()),
  /** Dashboards, whole or one tile of them. */
  dashboards: z.array(z.strictObject({ id: z.string(), tile: z.string().optional() })).optional(),
  identities: z.array(
    z.strictObject({
      username: z.string(),
      roles: z.array(z.string()),
      datasets: z.array(z.string()),
      custom_data: z.string().optional(),
    }),
  ),
  expires_at_ms: z.number(),
});
export type EmbedGrant = z.infer<typeof embedGrant>;
