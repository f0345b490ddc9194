/** Headers of every answer: what a browser may load, show and tell about us. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

const yearInSeconds = 31_536_000;
const powerbiOrigin = 'https://app.powerbi.com';

/** Origin of the reporting service when it is not Microsoft's: its pages are framed too, and the page is told of it. */
export function localReportingOrigin({ reporting }: Pick<Settings, 'reporting'>): string | null {
  return reporting && !reporting.powerbi.endsWith('.powerbi.com') ? reporting.powerbi : null;
}

function frameOrigins(settings: Pick<Settings, 'reporting'>): string[] {
  const local = localReportingOrigin(settings);
  // Our own frames show pages of HTML that the unit has published.
  return ["'self'", powerbiOrigin, ...(local ? [local] : [])];
}

/** Strict for scripts; styles may stand inline because the theme of a unit is written into the page. */
export async function setSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const secure = settings.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'frame-src': frameOrigins(settings),
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: yearInSeconds, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
}
