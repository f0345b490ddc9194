/** The way that people come: the portal itself, its public address with proxy and certificate, domains of units and partners. */
import { openDatabase } from '#platform/database/database.ts';
import { query } from '#platform/database/query.ts';
import { readCertificate } from '#platform/dns/certificate.ts';
import type { Environment } from '#platform/environment.ts';
import type { Finding } from './finding.ts';
import { message, of } from './finding.ts';

const { well, weak, ill } = of('entrance');
const patienceMs = 5000;
const dayMs = 86_400_000;
/** Authorities for machines renew a month before the end; what is left for less was forgotten. */
const renewedDays = 20;

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

async function isReady(origin: string): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/api/health/ready`, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    await response.body?.cancel();
    return response.status === 200 ? null : `status ${response.status}`;
  } catch (error) {
    return message(error instanceof Error && error.cause instanceof Error ? error.cause : error);
  }
}

async function portal({ host, port }: Environment): Promise<Finding> {
  const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  const problem = await isReady(address);
  return problem === null
    ? well(`The portal of this machine answers at ${address}.`)
    : weak(`The portal of this machine does not answer at ${address} (${problem}): start it, or read its log.`);
}

async function publicAddress({ publicUrl, trustedProxies }: Environment): Promise<Finding[]> {
  const { hostname } = new URL(publicUrl);
  if (isLoopback(hostname)) return [];
  const problem = await isReady(publicUrl);
  return [
    problem === null
      ? well(`People reach it at ${publicUrl}.`)
      : ill(`${publicUrl} does not lead to the portal (${problem}): look at its DNS record, at the proxy and at PUBLIC_URL.`),
    ...(trustedProxies.length === 0
      ? [weak('TRUSTED_PROXIES is empty: everybody seems to come from the address of your proxy, and shares its limits. Name the proxy.')]
      : []),
  ];
}

/** What the certificate of a host says, as the proxy shows it. */
async function certificate(proxy: { host: string; port: number }, host: string, part: Finding['part']): Promise<Finding> {
  const tell = of(part);
  const seen = await readCertificate(proxy, host, patienceMs);
  if ('problem' in seen) {
    const what = {
      unreachable: `nothing listens at ${proxy.host}:${proxy.port}: start the proxy, or set DOMAIN_PROXY`,
      silent: `${proxy.host}:${proxy.port} does not answer: look at proxy and firewall`,
      none: 'the proxy has none for it: look at the log of whatever gets certificates',
      not_valid: 'browsers refuse it (expired, of another name, or of an authority that nobody knows): get a new one',
    }[seen.problem];
    return tell.ill(`No certificate of ${host}: ${what}.`);
  }
  const days = Math.floor((seen.until.getTime() - Date.now()) / dayMs);
  return days < renewedDays
    ? tell.weak(`The certificate of ${host} ends in ${days} days: whatever renews it does not run.`)
    : tell.well(`The certificate of ${host} is good for ${days} days.`);
}

export async function checkEntrance(environment: Environment): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(environment.publicUrl);
  const [own, others] = await Promise.all([portal(environment), publicAddress(environment)]);
  if (protocol !== 'https:') return [own, ...others];
  return [own, ...others, await certificate({ host: hostname, port: Number(port || 443) }, hostname, 'entrance')];
}

const domainsLookedAt = 50;

/** Those that are served, at most fifty of them, as the proxy shows them. */
export async function checkDomains(environment: Environment, url: string): Promise<Finding[]> {
  if (!environment.publicUrl.startsWith('https:')) return [];
  const database = openDatabase({ url, poolSize: 1, applicationName: 'vitrine doctor' });
  try {
    const rows = await database.run(
      { kind: 'identity', read_only: true },
      query.selectFrom('domain').select('host').where('state', '=', 'active').orderBy('host').limit(domainsLookedAt),
    );
    return await Promise.all(rows.map(({ host }) => certificate(environment.domains.proxy, host, 'domains')));
  } finally {
    await database.close();
  }
}
