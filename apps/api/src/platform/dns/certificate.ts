/**
 * What the proxy in front of the portal shows for a host. The proxy is called, never the host itself: a name that somebody else
 * controls must not decide where the portal connects to. Asking is also what makes a proxy get a certificate on demand.
 */
import { connect } from 'node:tls';

type CertificateProblem = 'unreachable' | 'silent' | 'none' | 'not_valid';
export type Certificate = { until: Date } | { problem: CertificateProblem };

/** Long enough for a proxy that gets the certificate while it is asked. */
const patienceMs = 20_000;

const cannotConnect = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

export function readCertificate(
  proxy: { host: string; port: number },
  servername: string,
  waitsMs: number = patienceMs,
): Promise<Certificate> {
  return new Promise((resolve) => {
    const socket = connect({ host: proxy.host, port: proxy.port, servername, rejectUnauthorized: false, timeout: waitsMs });
    const timer = setTimeout(() => finish({ problem: 'silent' }), waitsMs);
    const finish = (answer: Certificate) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      finish(socket.authorized && !Number.isNaN(until.getTime()) ? { until } : { problem: 'not_valid' });
    });
    socket.once('timeout', () => finish({ problem: 'silent' }));
    // A proxy without a certificate for the name breaks the handshake off.
    socket.once('error', (error) => finish({ problem: cannotConnect.has(codeOf(error)) ? 'unreachable' : 'none' }));
    socket.once('end', () => finish({ problem: 'none' }));
  });
}
