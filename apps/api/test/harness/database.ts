import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { copyTemplate, type TestServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: TestServer;
  }
}

export type TestDatabase = {
  database: Database;
  /** A superuser's, for what a request may not do. */
  ownerUrl: string;
  /** The login of requests. */
  url: string;
  close: () => Promise<void>;
};

/** A migrated database of its own. Tests make their own tenants in it and never clean up. */
export async function testDatabase(server: TestServer = inject('databaseServer')): Promise<TestDatabase> {
  const { ownerUrl, url, drop } = await copyTemplate(server);
  const database = openDatabase({ url, applicationName: 'vitrine test' });
  return {
    database,
    ownerUrl,
    url,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
