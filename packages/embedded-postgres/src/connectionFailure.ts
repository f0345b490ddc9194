import pg from 'pg';

/**
 * Whether the connection, not the statement, is at fault. Errors without an SQLSTATE come from the socket or from pg itself;
 * 57P0x mean that the server shuts down, 25P0x time-outs, 53300 too many connections.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0|25P03|25P04|53300)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) return true;
  return /^(Connection terminated|Client (has encountered|was closed))/.test(error.message);
}
