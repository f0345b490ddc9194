/** The secret with which the host's server signs. The database keeps it encrypted, because a signature is checked with it. */

export const secretPlace = (tenant_id: string): string => `${tenant_id}/tenant_setting/token_embedded`;
export const earlierSecretPlace = (tenant_id: string): string => `${tenant_id}/embedding/secret_before`;
