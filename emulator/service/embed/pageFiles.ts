/** The built embed page: one document for reports, dashboards and tiles, one for paginated reports, and their assets. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const builtPage = fileURLToPath(new URL('../../dist/page', import.meta.url));
const documents: Record<string, string> = {
  '/reportEmbed': 'index.html',
  '/dashboardEmbed': 'index.html',
  '/embed': 'index.html',
  '/qnaEmbed': 'index.html',
  '/rdlEmbed': 'paginated.html',
};

/** Files that the build names by their content never change. */
const namedByContent = /-[\w-]{8}\.\w+(?:\.br|\.gz)?$/;

/** Any portal may frame the page; nothing but its own scripts runs in it. */
const policy = (inline: string[]): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');

/** The scripts within the document, by their hashes. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** Serves the page at every address that Power BI has for embeds, and its assets. */
export async function servePage(scope: FastifyInstance, directory: string = builtPage): Promise<void> {
  await scope.register(serveFiles, {
    root: directory,
    prefix: '/embed-assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    suppressWarning: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', namedByContent.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const [address, name] of Object.entries(documents)) {
    const document = join(directory, name);
    scope.get(address, async (_, reply) => {
      if (!existsSync(document)) {
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The embed page is not built. Run the build of the local reporting service first.');
      }
      const html = await readFile(document, 'utf8');
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-cache',
          'content-security-policy': policy(inlineScripts(html)),
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .send(html);
    });
  }
}
