import { sql } from 'kysely';

/** The scope's unit as a value for inserts: the transaction knows it, so that no handler has to name it. */
export const ownTenant = sql<string>`app_setting('tenant_id')::uuid`;
