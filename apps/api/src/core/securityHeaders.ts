/** Headers of every answer: what a browser may load, show and tell about us. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

const yearInSeconds = 31_536_000;
const powerbiOrigin = 'https://app.powerbi.com';

/** Where reports may be framed from: Power BI, and the reporting service when it is not Microsoft's. */
export function frameOrigins(settings: Pick<Settings, 'reporting'>): string[] {
  const service = settings.reporting?.powerbi;
  return service && !service.endsWith('.powerbi.com') ? [powerbiOrigin, service] : [powerbiOrigin];
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
