import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import type { Target } from '#backup/restore.ts';
import type { Environment } from '#platform/environment.ts';

/** The database of the settings, or the embedded one of the data directory, for as long as some work takes. */
export async function withDatabaseOf<T>(environment: Environment, work: (target: Target) => Promise<T>): Promise<T> {
  const { database, dataDirectory, masterKeys } = environment;
  if (database !== null) return work({ ...database, dataDirectory, masterKeys });
  const server = await openEmbeddedServer({ directory: dataDirectory });
  try {
    return await work({ ...server, dataDirectory, masterKeys });
  } finally {
    await server.close();
  }
}

/** Where a backup goes that nobody names. */
export const backupName = (environment: Environment): string =>
  `${environment.dataDirectory}/backups/${new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}`;

export const counted = (tables: readonly { rows: number }[]): string =>
  `${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`;
