/**
 * Every endpoint by feature and name: what the permission matrix and the fuzz tests walk over. A feature is found by where it
 * stands: `<area>/<feature>.ts`.
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Endpoint } from './endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

async function endpointsOf(path: string): Promise<{ name: string; endpoint: Endpoint }[]> {
  const feature: Record<string, unknown> = await import(join(import.meta.dirname, path));
  return Object.entries(feature).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ name: `${basename(path, '.ts')}.${name}`, endpoint: value }] : [],
  );
}

const paths = globSync('*/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }).sort();

export const endpoints = (await Promise.all(paths.map(endpointsOf))).flat();
