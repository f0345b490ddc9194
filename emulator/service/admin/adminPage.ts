import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const files = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/admin.css': ['admin.css', 'text/css; charset=utf-8'],
  '/parts.css': ['parts.css', 'text/css; charset=utf-8'],
  '/admin.js': ['admin.js', 'text/javascript; charset=utf-8'],
  '/directory.js': ['directory.js', 'text/javascript; charset=utf-8'],
  '/dom.js': ['dom.js', 'text/javascript; charset=utf-8'],
} as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The page of the service itself, below `/admin/`: plain files, without a build. */
export const registerAdminPage = (admin: FastifyInstance): void => {
  for (const [path, [file, type]] of Object.entries(files)) {
    admin.get(path, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .send(await readFile(fileURLToPath(new URL(`page/${file}`, import.meta.url)))),
    );
  }
};
