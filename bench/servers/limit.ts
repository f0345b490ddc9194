/** The limit program on a database. */
import { fileURLToPath } from 'node:url';
import type { Loaded } from '../data.ts';
import { type Server, startServer } from './server.ts';

const limitProgram = fileURLToPath(new URL('../limit/main.ts', import.meta.url));

/** Its pages alone, which need no database. */
export function startPages(directory: string, extra: Record<string, string> = {}): Promise<Server> {
  return startServer(limitProgram, { WEB_DIR: directory, ...extra }, '/ping');
}

/** It connects as the owner, so that it pays nothing for row-level security. */
export function startLimit(database: Loaded, extra: Record<string, string> = {}): Promise<Server> {
  return startServer(limitProgram, { DATABASE_URL: database.ownerUrl, ...extra });
}
