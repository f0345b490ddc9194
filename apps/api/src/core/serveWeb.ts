/** The web program: its files, and for every other path that a browser opens, the page that finds the screen itself. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { LoginConfiguration } from '@vitrine/contract/features/session.ts';
import type { Services } from './context.ts';
import { sessionCookieOf } from './cookies.ts';
import { scoped } from './database/scoped.ts';
import type { RefuseUnknown } from './errorHandler.ts';
import { localReportingOrigin } from './securityHeaders.ts';
import { readLookOfBrowser } from './siteLook.ts';
import { compress, encodingFor } from './webFiles.ts';
import type { Encoding, WebBody, WebFile, WebFiles } from './webFiles.ts';
import { renderPage } from './webPage.ts';

const pagesKept = 500;

/** Is no promise of the reply: one that is waited for is a reply that has been sent, and answers nothing. */
function sendFile({ content, encoding }: WebBody, { type, isCompressible }: WebFile, path: string, reply: FastifyReply): FastifyReply {
  // Names of the build hold the hash of their content.
  void reply.header('cache-control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  if (isCompressible) void reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(type).send(content);
}

/** Serves a build on every path that is not the API's. */
export function serveWeb(
  app: FastifyInstance,
  { database, log, settings }: Pick<Services, 'database' | 'log' | 'settings'>,
  files: WebFiles,
  refuseUnknown: RefuseUnknown,
): void {
  const localReporting = localReportingOrigin(settings);
  const pages = new Map<string, Promise<Buffer>>();

  /** A few looks make most pages, and colours and compression are what a page costs. */
  function pageOf(locale: Locale, look: LoginConfiguration | null, encoding: Encoding): Promise<Buffer> {
    const key = JSON.stringify([locale, encoding, look]);
    const known = pages.get(key);
    if (known) return known;
    const page = compress(Buffer.from(renderPage(files.index, locale, look, localReporting)), encoding);
    if (pages.size >= pagesKept) pages.clear();
    pages.set(key, page);
    return page;
  }

  /** A page without its colours is better than none: the program says by itself that the server does not answer. */
  async function lookFor(request: FastifyRequest): Promise<LoginConfiguration | null> {
    const { site, ip } = request.incoming;
    if (!site) return null;
    try {
      const identity = scoped(database, { kind: 'identity', ip, request_id: request.id }, { readOnly: true });
      return await readLookOfBrowser(identity, site, sessionCookieOf(request));
    } catch (error) {
      log.warn({ err: error }, 'a page was sent without its look');
      return null;
    }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const look = await lookFor(request);
    const encoding = encodingFor(request.headers['accept-encoding']);
    const body = await pageOf(request.incoming.locale, look, encoding);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, accept-language, cookie');
    return reply
      .code(request.incoming.site ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(body);
  }

  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    if (path === '/api' || path.startsWith('/api/')) return refuseUnknown(request, reply);
    const file = files.find(path);
    if (file) {
      const body = await file.body(encodingFor(request.headers['accept-encoding']));
      return body ? sendFile(body, file, path, reply) : refuseUnknown(request, reply);
    }
    const isFileName = /\.[a-z0-9]+$/i.test(path);
    return !isFileName || request.headers.accept?.includes('text/html') ? sendPage(request, reply) : refuseUnknown(request, reply);
  });
}
