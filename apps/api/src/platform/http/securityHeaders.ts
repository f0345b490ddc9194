/** Security headers of every answer. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '#platform/environment.ts';

const yearInSeconds = 31_536_000;
const powerbiOrigin = 'https://app.powerbi.com';

/** Origin of the reporting service if it is not Microsoft's; the policy then allows frames of it too. */
export function localReportingOrigin({ reporting }: Pick<Environment, 'reporting'>): string | null {
  return reporting && !reporting.powerbi.endsWith('.powerbi.com') ? reporting.powerbi : null;
}

function frameOrigins(environment: Pick<Environment, 'reporting'>): string[] {
  const local = localReportingOrigin(environment);
  // Frames of our own origin show HTML pages that the unit has published.
  return ["'self'", powerbiOrigin, ...(local ? [local] : [])];
}

/** What no page of the portal ever asks of a browser, so that nothing in a frame can either. */
const unusedFeatures =
  'accelerometer browsing-topics camera geolocation gyroscope hid idle-detection magnetometer microphone midi ' +
  'payment serial usb xr-spatial-tracking';
const permissionsPolicy = unusedFeatures
  .split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ');

/** No inline scripts; inline styles are allowed because the theme of a unit is written into the page. */
export async function setSecurityHeaders(app: FastifyInstance, environment: Environment): Promise<void> {
  const secure = environment.publicUrl.startsWith('https:');
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
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'frame-src': frameOrigins(environment),
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
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('permissions-policy', permissionsPolicy);
  });
}
