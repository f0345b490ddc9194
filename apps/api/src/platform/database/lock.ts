import pg from 'pg';

/** Waits without a time limit until no other process holds the lock of this key. Returns a function that releases it. */
export async function holdLock(ownerUrl: string, key: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'vitrine lock' });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [key]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}
