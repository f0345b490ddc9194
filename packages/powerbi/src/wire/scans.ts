/** Scans of workspaces: what is asked and answered (docs/reference/powerbi.md A8). */
import { z } from 'zod';
import { maybe } from './shapes.ts';

export const scan = z.object({ id: z.string(), status: z.string() });

/** What a role lets through of a table. */
const permission = z.object({ name: z.string(), filterExpression: maybe(z.string()) });
const role = z.object({ name: z.string(), tablePermissions: maybe(z.array(permission)) });

export const scanResult = z.object({
  workspaces: z.array(z.object({ id: z.string(), datasets: maybe(z.array(z.object({ id: z.string(), roles: maybe(z.array(role)) }))) })),
});
