/** The built embed page: one document for all kinds of embeds, and its assets. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const builtPage = fileURLToPath(new URL('../../dist/page', import.meta.url));
const addresses = ['/reportEmbed', '/dashboardEmbed', '/embed', '/qnaEmbed', '/rdlEmbed'];

/** Files that the build names by their content never change. */
const namedByContent = /-[\w-]{8}\.\w+$/;

/** Any portal may frame the page; nothing but its own scripts runs in it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/** Serves the page at every address that Power BI has for embeds, and its assets. */
export async function servePage(scope: FastifyInstance, directory: string = builtPage): Promise<void> {
  await scope.register(serveFiles, {
    root: directory,
    prefix: '/embed-assets/',
    index: false,
    decorateReply: false,
    suppressWarning: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', namedByContent.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const document = join(directory, 'index.html');
  for (const address of addresses) {
    scope.get(address, async (_, reply) => {
      if (!existsSync(document)) {
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The embed page is not built. Run the build of the local reporting service first.');
      }
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-cache',
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .send(await readFile(document));
    });
  }
}
