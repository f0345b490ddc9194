/** Checks of every request before any route: the caller's address, the host, the form of the URL. */
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locale } from '@vitrine/contract/fields.ts';
import { normaliseAddress } from '#platform/http/ipAddress.ts';
import { fail } from '#platform/http/fail.ts';
import type { Host, Hosts } from '#domain/hosts/hosts.ts';
import { localeOf } from '#platform/translate.ts';

/** `host` is null for an unregistered host. */
type Incoming = { ip: string; host: Host | null; user_agent: string; from_path: string | null; locale: Locale };

declare module 'fastify' {
  interface FastifyRequest {
    incoming: Incoming;
  }
}

/** An address that cannot be read is refused: a rule about addresses must never be skipped because of its spelling. */
function addressOf(request: FastifyRequest): string {
  // Only a link-local socket address has a zone; in a header it is refused like any other unreadable address.
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
export function readIncoming(app: FastifyInstance, hosts: Hosts): void {
  app.decorateRequest('incoming');
  app.addHook('onRequest', async (request) => {
    request.incoming = {
      ip: '',
      host: null,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      from_path: pathOf(request.headers.referer),
      locale: localeOf(request.headers),
    };
    if (!isReadable(request.url) || countOf(request, 'host') > 1) fail('bad_request');
    request.incoming.ip = addressOf(request);
    const { endpoint, any_host } = request.routeOptions.config as { endpoint?: Endpoint; any_host?: boolean };
    request.incoming.host =
      (endpoint?.any_host ?? any_host) ? hosts.platform : await hosts.find(request.hostname.toLowerCase().replace(/\.$/, ''));
  });
}
