/** Settings come from the environment. They are read once at start, and all problems are reported together. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import { cloudAddresses } from '@vitrine/powerbi/addresses.ts';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

export type Smtp = {
  host: string;
  port: number;
  /** `tls` from the first byte, `starttls` required after greeting, `none` without encryption. */
  protocol: 'tls' | 'starttls' | 'none';
  user: string | null;
  password: string | null;
  from: string;
};

export type Environment = {
  production: boolean;
  logLevel: string;
  host: string;
  port: number;
  dataDirectory: string;
  /** Origin under which people reach the platform, such as `https://portal.example`. */
  publicUrl: string;
  /**
   * Null: the embedded database in the data directory. `pooled` when requests go through a transaction pooler; `directUrl`
   * leads past it with the same login, for what needs a connection of its own: jobs and live events. `replicaUrl` leads to a standby,
   * from which analyses are read.
   */
  database: { url: string; directUrl: string; ownerUrl: string; pooled: boolean; replicaUrl: string | null } | null;
  /** 32 bytes each in base64; the first encrypts. */
  masterKeys: string[];
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  trustedProxies: string[];
  smtp: Smtp | null;
  /** Null: the local reporting service, started with the portal. */
  reporting: Addresses | null;
  reportingPort: number;
  /** The application at Entra by which people sign in. Null: the local service's own with the local service, else nobody signs in by Entra. */
  signInApplication: { client_id: string; client_secret: string } | null;
  /** Whether mail servers and documents of SAML providers that units name may be inside our own network. */
  privateAddresses: boolean;
  domains: {
    /** Name servers, as `address` or `address:port`; none: those of the machine. */
    servers: string[];
    /** The name that CNAME records of domains lead to. */
    target: string;
    /** Where the proxy in front of the portal takes TLS connections, as the portal reaches it. */
    proxy: { host: string; port: number };
  };
  /** Emergency switch: no list of allowed addresses is applied. */
  ipListsOff: boolean;
  /** The built web program. Without a build only the API is served. */
  webDirectory: string;
  /** Whether `/docs` describes the API. */
  docs: boolean;
  /** With it `/metrics` is answered; null: there is no such address. */
  metricsToken: string | null;
  /** Where a collector takes traces, what else it wants to be sent, what this installation is called there, and how much is traced. */
  tracing: { url: string; headers: Record<string, string>; service: string; share: number } | null;
};

/** Whether reports come from the local service, and people from the demo: never in production, nor with Microsoft's cloud. */
export const isDemo = ({ production, reporting }: Pick<Environment, 'production' | 'reporting'>): boolean =>
  !production && reporting?.powerbi !== cloudAddresses.powerbi;

/** Everything that is wrong with the environment, a line each. */
export class EnvironmentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Keys that are published in examples of this repository. */
export const publishedKeys = ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'dml0cmluZS1leGFtcGxlLWtleS1ub3QtZm9yLXVzZSE='];

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

const port = z.coerce.number('is a port from 0 to 65535').int().min(0).max(65535);
const toggle = z.enum(['on', 'off'], 'is on or off').transform((value) => value === 'on');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const isUrl = (text: string, protocols: string[]) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
const postgresUrl = z
  .string()
  .refine((text) => isUrl(text, ['postgres:', 'postgresql:']), 'is an address such as postgres://user:password@host/database');
const origin = z
  .string()
  .refine(
    (text) => isUrl(text, ['http:', 'https:']) && ['', '/'].includes(new URL(text).pathname + new URL(text).search),
    'is an origin such as https://portal.example',
  )
  .transform((text) => new URL(text).origin);
const masterKey = z.string().refine((text) => Buffer.from(text, 'base64').length === 32, 'is 32 bytes in base64 (openssl rand -base64 32)');
/** Who believes a sixteenth of all addresses believes strangers: a header would say where a request comes from. */
const largestShareOfProxies = 1 / 16;

const bitsOf = ([address]: Cidr) => (address.kind() === 'ipv4' ? 32 : 128);

/** An address or network; IPv4 within IPv6 as what it is. */
function cidrOf(text: string): Cidr {
  const single = ipaddr.isValid(text);
  const address = ipaddr.parse(text.replace(/\/.*$/, ''));
  const length = single ? bitsOf([address, 0]) : Number(text.replace(/^.*\//, ''));
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, length];
  return [address.toIPv4Address(), Math.max(0, length - 96)];
}

/** Whether networks together hold so much of IPv4 or IPv6 that nobody's proxies can be meant, in however many parts. */
function believesEverybody(networks: readonly string[]): boolean {
  const widest: Cidr[] = [];
  for (const network of networks.map(cidrOf).toSorted((a, b) => a[1] - b[1]))
    if (!widest.some((wider) => bitsOf(wider) === bitsOf(network) && network[0].match(wider))) widest.push(network);
  const share = (bits: number) => widest.filter((cidr) => bitsOf(cidr) === bits).reduce((sum, [, length]) => sum + 2 ** -length, 0);
  return Math.max(share(32), share(128)) >= largestShareOfProxies;
}

/** `name=value` with commas between them, as OpenTelemetry has it: values are encoded as in addresses. */
const headerList = z.string().transform((text, ctx) => {
  try {
    const pairs = text.split(',').map((pair) => pair.split('=').map((part) => decodeURIComponent(part.trim())));
    // Throws on what no header may be called or hold.
    return Object.fromEntries(new Headers(pairs.map(([name = '', ...value]) => [name, value.join('=')])));
  } catch {
    ctx.addIssue('lists headers such as authorization=Bearer%20abc');
    return z.NEVER;
  }
});

const network = z
  .string()
  .refine((text) => ipaddr.isValidCIDR(text) || ipaddr.isValid(text), 'lists addresses or networks such as 10.0.0.0/8');

const nameServer = z.string().refine((text) => {
  const [, address = '', number = '53'] = /^\[?([\d.]+|[\da-f:]+?)\]?(?::(\d{1,5}))?$/i.exec(text) ?? [];
  return ipaddr.isValid(address) && Number(number) <= 65535;
}, 'lists addresses of name servers such as 9.9.9.9 or 127.0.0.1:5353');
const hostName = z
  .string()
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i, 'is the name of a host such as portal.example')
  .transform((text) => text.toLowerCase());
const proxy = z
  .string()
  .regex(/^[a-z0-9.-]+:\d{1,5}$/i, 'is a host with its port such as proxy.internal:443')
  .transform((text) => ({ host: text.replace(/:.*$/, ''), port: Number(text.replace(/^.*:/, '')) }));

const variablesSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'is development, test or production').default('development'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'is trace, debug, info, warn, error, fatal or silent')
    .default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(4000),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  MASTER_KEY: list.pipe(z.array(masterKey).min(1)).optional(),
  TRUSTED_PROXIES: list.pipe(z.array(network)).default([]),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.default(587),
  SMTP_PROTOCOL: z.enum(['tls', 'starttls', 'none'], 'is tls, starttls or none').default('starttls'),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_FROM: z.email('is an e-mail address').optional(),
  ENTRA_URL: origin.optional(),
  POWERBI_URL: origin.optional(),
  ARM_URL: origin.optional(),
  REPORTING_PORT: port.optional(),
  ENTRA_CLIENT_ID: z.guid('is the id of an application at Entra').optional(),
  ENTRA_CLIENT_SECRET: z.string().optional(),
  PRIVATE_ADDRESSES: toggle.optional(),
  DNS_SERVERS: list.pipe(z.array(nameServer)).default([]),
  DOMAIN_TARGET: hostName.optional(),
  DOMAIN_PROXY: proxy.optional(),
  IP_LISTS_OFF: toggle.default(false),
  API_DOCS: toggle.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => isUrl(text, ['http:', 'https:']), 'is an address such as http://collector.internal:4318')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().max(100, 'has at most 100 characters').default('vitrine'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('is a share from 0 to 1')
    .min(0, 'is a share from 0 to 1')
    .max(1, 'is a share from 0 to 1')
    .default(1),
  METRICS_TOKEN: z.string().min(32, 'has at least 32 characters (openssl rand -hex 32)').optional(),
});
type Variables = z.infer<typeof variablesSchema>;

const isLoopback = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** What is wrong with settings beside each other. One that cannot be read by itself is told of once, and is not missing. */
function* problemsTogether(env: Partial<Variables>, isGiven: (name: keyof Variables) => boolean): Generator<string> {
  if (env.SMTP_HOST && !isGiven('SMTP_FROM')) yield 'SMTP_FROM is needed with SMTP_HOST: the address that mails come from';
  const addresses = (['ENTRA_URL', 'POWERBI_URL', 'ARM_URL'] as const).filter(isGiven);
  if (addresses.length % 3 !== 0) yield 'ENTRA_URL, POWERBI_URL and ARM_URL are set together or not at all';
  if (isGiven('ENTRA_CLIENT_ID') !== isGiven('ENTRA_CLIENT_SECRET'))
    yield 'ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET are set together or not at all';
  const besides = (['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).some(isGiven);
  if (!isGiven('DATABASE_URL') && besides)
    yield 'DATABASE_URL is needed with DATABASE_OWNER_URL, DATABASE_DIRECT_URL and DATABASE_REPLICA_URL';
  if (env.TRUSTED_PROXIES && believesEverybody(env.TRUSTED_PROXIES))
    yield 'TRUSTED_PROXIES believes everybody: anybody could say which address they come from. Name the addresses of your own proxies';
  if (env.NODE_ENV !== 'production') return;
  if (!isGiven('MASTER_KEY')) yield 'MASTER_KEY is needed in production: 32 bytes in base64 (openssl rand -base64 32)';
  if (!isGiven('PUBLIC_URL')) yield 'PUBLIC_URL is needed in production: the origin under which people reach the portal';
  else if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https:') && !isLoopback(env.PUBLIC_URL))
    yield 'PUBLIC_URL has to be https in production: cookies and passwords travel over it';
  const weak = (key: string) => publishedKeys.includes(key) || new Set(Buffer.from(key, 'base64')).size < 12;
  if (env.MASTER_KEY?.some(weak)) yield 'MASTER_KEY holds a key that everybody knows or can guess: make one with openssl rand -base64 32';
}

/** Every variable by itself, then all of them together, so that whoever sets them learns everything at once. */
function readVariables(variables: Record<string, string | undefined>): Variables {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const read = Object.entries(variablesSchema.shape).map(([name, field]) => ({ name, ...field.safeParse(given[name]) }));
  const readable = Object.fromEntries(read.filter(({ success }) => success).map(({ name, data }) => [name, data])) as Partial<Variables>;
  const problems = [
    ...read.flatMap(({ name, error }) => (error?.issues ?? []).map(({ message }) => `${name} ${message}`)),
    ...problemsTogether(readable, (name) => given[name] !== undefined),
  ];
  if (problems.length > 0) throw new EnvironmentError([...new Set(problems)]);
  return variablesSchema.parse(given);
}

/**
 * What the environment variables mean. An empty variable counts as unset. Throws an `EnvironmentError` that lists every problem.
 * Development keeps a master key of its own in the data directory when none is given.
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const env = readVariables(variables);
  const production = env.NODE_ENV === 'production';
  const dataDirectory = resolve(env.DATA_DIR);
  const owner = env.DATABASE_OWNER_URL ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  return {
    production,
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    dataDirectory,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    database:
      env.DATABASE_URL && owner
        ? {
            url: env.DATABASE_URL,
            directUrl: directLogin(env.DATABASE_URL, env.DATABASE_DIRECT_URL),
            ownerUrl: owner,
            pooled: env.DATABASE_DIRECT_URL !== undefined,
            replicaUrl: env.DATABASE_REPLICA_URL ?? null,
          }
        : null,
    masterKeys: env.MASTER_KEY ?? [keptMasterKey(dataDirectory)],
    trustedProxies: env.TRUSTED_PROXIES,
    smtp: smtpOf(env),
    reporting: reportingOf(env),
    reportingPort: env.REPORTING_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
    signInApplication:
      env.ENTRA_CLIENT_ID && env.ENTRA_CLIENT_SECRET ? { client_id: env.ENTRA_CLIENT_ID, client_secret: env.ENTRA_CLIENT_SECRET } : null,
    privateAddresses: env.PRIVATE_ADDRESSES ?? !production,
    domains: domainsOf(env),
    ipListsOff: env.IP_LISTS_OFF,
    webDirectory: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
    docs: env.API_DOCS ?? !production,
    metricsToken: env.METRICS_TOKEN ?? null,
    tracing: tracingOf(env),
  };
}

/** The login of requests at the address of the database itself, without the pooler. */
function directLogin(url: string, direct = url): string {
  const { username, password } = new URL(url);
  return Object.assign(new URL(direct), { username, password }).href;
}

function smtpOf(env: Variables): Smtp | null {
  if (!env.SMTP_HOST || !env.SMTP_FROM) return null;
  const { SMTP_HOST: host, SMTP_PORT: smtpPort, SMTP_PROTOCOL: protocol, SMTP_FROM: from } = env;
  return { host, port: smtpPort, protocol, user: env.SMTP_USER ?? null, password: env.SMTP_PASSWORD ?? null, from };
}

/** What does not say otherwise is where people reach the platform. */
function domainsOf(env: Variables): Environment['domains'] {
  const { hostname, port: number } = new URL(env.PUBLIC_URL ?? `https://localhost`);
  const target = env.DOMAIN_TARGET ?? hostname;
  const isSecure = env.PUBLIC_URL?.startsWith('https:') ?? false;
  return { servers: env.DNS_SERVERS, target, proxy: env.DOMAIN_PROXY ?? { host: target, port: isSecure && number ? Number(number) : 443 } };
}

/** The address is that of the collector; what it takes traces at is the protocol's. */
function tracingOf(env: Variables): Environment['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: service } = env;
  if (endpoint === undefined) return null;
  return { url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers, service, share: env.OTEL_TRACES_SAMPLER_ARG };
}

/** Without addresses, production uses Microsoft's cloud, never the local service by mistake. */
function reportingOf(env: Variables): Addresses | null {
  if (env.ENTRA_URL && env.POWERBI_URL && env.ARM_URL) return { entra: env.ENTRA_URL, powerbi: env.POWERBI_URL, arm: env.ARM_URL };
  return env.NODE_ENV === 'production' ? cloudAddresses : null;
}

/** The key of a development installation: created once, readable by its owner only. */
function keptMasterKey(dataDirectory: string): string {
  const file = join(dataDirectory, 'master.key');
  mkdirSync(dataDirectory, { recursive: true });
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
