/** Serves the web program: its files, and the first page for every other path that a browser opens. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '@vitrine/contract/fields.ts';
import { previewPages, previewPath } from '@vitrine/contract/organisation/themePreview.ts';
import { logoPath } from '@vitrine/contract/logoPage.ts';
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import type { Services } from './context.ts';
import { sessionCookieOf } from '#platform/http/cookies.ts';
import { scoped } from '#platform/database/scoped.ts';
import type { RefuseUnknown } from '#platform/http/errorHandler.ts';
import { localReportingOrigin } from '#platform/http/securityHeaders.ts';
import { framedBy } from '#domain/embedding/framedBy.ts';
import { readBrandingOfBrowser, readHostBranding } from '#domain/hosts/hostBranding.ts';
import { readLogoPage } from '#domain/hosts/logoPage.ts';
import { compress, encodingFor } from '#platform/http/webFiles.ts';
import type { Encoding, WebBody, WebFile, WebFiles } from '#platform/http/webFiles.ts';
import { lookOf, productName, themeOf } from '#domain/branding/layers.ts';
import type { AppIcon } from '#domain/branding/appIcon.ts';
import { appIconVersion, openAppIcons } from '#domain/branding/appIcon.ts';
import type { Installable } from './installable.ts';
import { appIconPath, manifestOf, manifestPath, offlinePage, offlinePath, workerPath } from './installable.ts';
import { renderPage } from './webPage.ts';

const pagesKept = 500;

/**
 * The one page that the portal itself may put into a frame: it shows a brand to whoever drafts it, with samples. It can call nobody, so
 * a page of another site that got hold of it would have nothing of it.
 */
const previewPolicy =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'none';" +
  "frame-ancestors 'self';form-action 'none';base-uri 'none'";
const previews = new Set(previewPages.map((page) => `${previewPath}/${page}`));

const sendPreview = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .header('content-security-policy', previewPolicy)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page);

/** Pages of other sites load it: the script that draws an embedded report. */
const embedScript = '/embed.js';
const embeddedPath = /^\/embedded\/([^/]+)\/?$/;

/** Returns nothing instead of the reply, because a reply is a thenable and awaiting it would wait until it is sent. */
function sendFile({ content, encoding }: WebBody, { type, isCompressible }: WebFile, path: string, reply: FastifyReply): FastifyReply {
  // File names of the build contain a hash of the content.
  const lasting = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  void reply.header('cache-control', path === workerPath ? 'no-cache' : lasting);
  if (isCompressible) void reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(type).send(content);
}

/** Serves a build on every path outside of the API. */
export function serveWeb(
  app: FastifyInstance,
  { database, log, environment, secrets, now }: Pick<Services, 'database' | 'log' | 'environment' | 'secrets' | 'now'>,
  files: WebFiles,
  refuseUnknown: RefuseUnknown,
): void {
  const localReporting = localReportingOrigin(environment);
  const pages = new Map<string, Promise<Buffer>>();
  const appIcon = openAppIcons(now);

  /** A cache of first pages: few brandings make up most requests, and theme and compression are the cost of a page. */
  function pageOf(index: string, locale: Locale, look: LoginConfiguration | null, encoding: Encoding): Promise<Buffer> {
    const key = JSON.stringify([index === files.index, locale, encoding, look]);
    const known = pages.get(key);
    if (known) return known;
    const page = compress(Buffer.from(renderPage(index, locale, look, localReporting)), encoding);
    if (pages.size >= pagesKept) pages.clear();
    pages.set(key, page);
    return page;
  }

  /** A page without branding is better than none: the program itself shows that the server does not answer. */
  async function lookFor(request: FastifyRequest): Promise<LoginConfiguration | null> {
    const { host, ip } = request.incoming;
    if (!host) return null;
    try {
      const identity = scoped(database, { kind: 'identity', ip, request_id: request.id }, { readOnly: true });
      return await readBrandingOfBrowser({ identity, secrets, environment, now }, host, sessionCookieOf(request));
    } catch (error) {
      log.warn({ err: error }, 'a page was sent without its look');
      return null;
    }
  }

  /** An unknown host, or a database that does not answer, is the product's. */
  const ofProduct: Installable = { title: productName, unit_name: null, theme: themeOf(lookOf({ secrets }, [])) };

  /** What a device installs is the host's, whoever is signed in: it stays when somebody else signs in there. */
  async function sendInstalled(request: FastifyRequest, reply: FastifyReply, which: AppIcon | undefined): Promise<FastifyReply> {
    const { host, ip, locale } = request.incoming;
    const identity = scoped(database, { kind: 'identity', ip, request_id: request.id }, { readOnly: true });
    const look = host ? await readHostBranding({ identity, secrets }, host) : ofProduct;
    if (which === undefined) {
      void reply.header('cache-control', 'no-cache').header('vary', 'accept-language').type('application/manifest+json; charset=utf-8');
      return reply.send(manifestOf(locale, look, appIconVersion(look.theme)));
    }
    const icon = await appIcon(identity, look.theme, which);
    return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(icon);
  }

  async function sendOffline(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = offlinePage(request.incoming.locale, (await lookFor(request)) ?? ofProduct);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  }

  /** The policy of every page, but for who may hold its frame. */
  async function allowFrames(request: FastifyRequest, reply: FastifyReply, segment: string): Promise<void> {
    const { host, ip } = request.incoming;
    const identity = scoped(database, { kind: 'identity', ip, request_id: request.id }, { readOnly: true });
    const origins = host ? await framedBy(identity, host, decodeURIComponent(segment)) : [];
    if (origins.length === 0) return;
    const policy = String(reply.getHeader('content-security-policy'));
    void reply.removeHeader('x-frame-options');
    void reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`));
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, index = files.index): Promise<FastifyReply> {
    const look = await lookFor(request);
    const encoding = encodingFor(request.headers['accept-encoding']);
    const body = await pageOf(index, request.incoming.locale, look, encoding);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, accept-language, cookie');
    return reply
      .code(request.incoming.host ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(body);
  }

  /** The site learns nothing of where somebody came from. What the address of this page says more is not looked at. */
  async function leadFromLogo(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { host, ip } = request.incoming;
    const identity = scoped(database, { kind: 'identity', ip, request_id: request.id }, { readOnly: true });
    const target = host ? await readLogoPage(identity, host, sessionCookieOf(request), now()) : '/';
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(target, 302);
  }

  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    if (path === '/api' || path.startsWith('/api/')) return refuseUnknown(request, reply);
    const file = files.find(path);
    if (file) {
      const body = await file.body(encodingFor(request.headers['accept-encoding']));
      if (path === embedScript)
        void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
      return body ? sendFile(body, file, path, reply) : refuseUnknown(request, reply);
    }
    if (path === logoPath) return leadFromLogo(request, reply);
    const [, which] = appIconPath.exec(path) ?? [];
    if (path === manifestPath || which !== undefined) return sendInstalled(request, reply, which as AppIcon | undefined);
    if (path === offlinePath) return sendOffline(request, reply);
    if (previews.has(path)) return sendPreview(reply, files.preview);
    const [, segment] = embeddedPath.exec(path) ?? [];
    if (segment !== undefined) {
      await allowFrames(request, reply, segment);
      return sendPage(request, reply.header('referrer-policy', 'no-referrer'), files.embedded);
    }
    const isFileName = /\.[a-z0-9]+$/i.test(path);
    return !isFileName || request.headers.accept?.includes('text/html') ? sendPage(request, reply) : refuseUnknown(request, reply);
  });
}
