/** The web program: its files, and for every other path that a browser opens, the page that finds the screen itself. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoginConfiguration } from '@vitrine/contract/features/session.ts';
import type { Services } from './context.ts';
import { sessionCookieOf } from './cookies.ts';
import { scoped } from './database/scoped.ts';
import type { RefuseUnknown } from './errorHandler.ts';
import { localReportingOrigin } from './securityHeaders.ts';
import { readLookOfBrowser } from './siteLook.ts';
import { compress, encodingFor } from './webFiles.ts';
import type { WebFile, WebFiles } from './webFiles.ts';
import { renderPage } from './webPage.ts';

const pageQuality = 4;

async function sendFile(file: WebFile, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { content, encoding } = await file.body(encodingFor(request.headers['accept-encoding']));
  // Names of the build hold the hash of their content.
  void reply.header('cache-control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  if (file.isCompressible) void reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(file.type).send(content);
}

/** Serves a build on every path that is not the API's. */
export function serveWeb(
  app: FastifyInstance,
  { database, log, settings }: Pick<Services, 'database' | 'log' | 'settings'>,
  files: WebFiles,
  refuseUnknown: RefuseUnknown,
): void {
  const localReporting = localReportingOrigin(settings);

  /** A page without its colours is better than none: the program says by itself that the server does not answer. */
  async function lookFor(
    { incoming: { site, ip }, ...request }: FastifyRequest,
    cookie: string | undefined,
  ): Promise<LoginConfiguration | null> {
    if (!site) return null;
    try {
      return await readLookOfBrowser(scoped(database, { kind: 'identity', ip, request_id: request.id }, { readOnly: true }), site, cookie);
    } catch (error) {
      log.warn({ err: error }, 'a page was sent without its look');
      return null;
    }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const look = await lookFor(request, sessionCookieOf(request));
    const encoding = encodingFor(request.headers['accept-encoding']);
    const body = await compress(Buffer.from(renderPage(files.index, request.incoming.locale, look, localReporting)), encoding, pageQuality);
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
    if (file) return sendFile(file, path, request, reply);
    const isFileName = /\.[a-z0-9]+$/i.test(path);
    return !isFileName || request.headers.accept?.includes('text/html') ? sendPage(request, reply) : refuseUnknown(request, reply);
  });
}
