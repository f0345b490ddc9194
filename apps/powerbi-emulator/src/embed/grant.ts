/** What an embed token allows: recorded when it is minted, never read from the token itself (powerbi.md A11). */
export type EmbedGrant = {
  reports: { id: string; allow_edit: boolean }[];
  datasets: string[];
  /** Workspaces into which copies may be saved. */
  target_workspaces: string[];
  /** Dashboards, whole or one tile of them. */
  dashboards?: { id: string; tile?: string }[];
  identities: { username: string; roles: string[]; datasets: string[]; custom_data?: string }[];
  expires_at_ms: number;
};
