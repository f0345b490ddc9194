/** What arrives with every request, checked before any route sees it: address of the caller, host, spelling of the URL. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locale } from '@vitrine/contract/fields.ts';
import { normaliseAddress } from './address.ts';
import { fail } from './fail.ts';
import type { Site, Sites } from './sites.ts';
import { localeOf } from './words.ts';

/** `site` is null on a host that nobody registered. */
export type Incoming = { ip: string; site: Site | null; user_agent: string; from_path: string | null; locale: Locale };

declare module 'fastify' {
  interface FastifyRequest {
    incoming: Incoming;
  }
}

/** An address that cannot be read is refused: a rule about addresses must never be skipped because of its spelling. */
function addressOf(request: FastifyRequest): string {
  // Only the socket of a link-local neighbour has a zone; in a header it is refused with the rest.
  const text = request.ip === request.socket.remoteAddress ? request.ip.replace(/%.*/, '') : request.ip;
  return normaliseAddress(text) ?? fail('bad_request');
}

function isReadable(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0');
  } catch {
    return false;
  }
}

const pathOf = (url: string | undefined) => (url !== undefined && URL.canParse(url) ? new URL(url).pathname : null);

const countOf = (request: FastifyRequest, name: string) =>
  request.raw.rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name).length;

/** Fills `request.incoming` for every request. */
export function readIncoming(app: FastifyInstance, sites: Sites): void {
  app.decorateRequest('incoming');
  app.addHook('onRequest', async (request) => {
    request.incoming = {
      ip: '',
      site: null,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      from_path: pathOf(request.headers.referer),
      locale: localeOf(request.headers),
    };
    if (!isReadable(request.url) || countOf(request, 'host') > 1) fail('bad_request');
    request.incoming.ip = addressOf(request);
    request.incoming.site = await sites.find(request.hostname.toLowerCase().replace(/\.$/, ''));
  });
}
