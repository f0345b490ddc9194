/**
 * `GET /metrics` for Prometheus: how fast requests are answered, by the pattern of their route, and what the queues hold. No label names a
 * person, a unit or a host. Without METRICS_TOKEN there is no such address.
 */
import { eventStream } from '@vitrine/contract/eventStream.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { countQueues, everyQueue } from '#domain/operations/queues.ts';
import type { QueueCount } from '#domain/operations/queues.ts';
import { fail } from '#platform/http/fail.ts';
import type { Services } from './context.ts';

type Needs = Pick<Services, 'database' | 'replica' | 'environment' | 'live' | 'log'>;

const durations = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const path = '/metrics';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time whatever was sent. */
const isToken = (header: string | undefined, token: string): boolean => timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));

/** A list that is asked for once for all gauges of a scrape. Null while the database does not answer. */
async function queuesOf({ database, log }: Needs): Promise<QueueCount[] | null> {
  try {
    return everyQueue(await database.run({ kind: 'operator', read_only: true }, countQueues));
  } catch (error) {
    log.warn({ err: error }, 'the queues could not be counted');
    return null;
  }
}

async function openMeters(app: FastifyInstance, services: Needs): Promise<{ registry: Registry; read: () => Promise<string> }> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry: Meters } = await import('prom-client');
  const registry = new Meters();
  const registers = [registry];
  // Among them how late the event loop is.
  collectDefaultMetrics({ register: registry });
  const gauge = <const Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `vitrine_${name}`, help, labelNames, registers });

  const requests = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: durations,
    registers,
  });
  const open = gauge('database_connections', 'Open connections of this process for requests');
  const waiting = gauge('database_waiting', 'Requests of this process that wait for a connection');
  const listening = gauge('live_listeners', 'Open pages that listen to this process');
  const up = gauge('database_up', 'Whether the database answered this scrape');
  const standby = services.replica && gauge('replica_used', 'Whether analyses are read from the standby');
  const lag = services.replica && gauge('replica_lag_seconds', 'Age of the last change that the standby has made');
  const jobs = gauge('jobs', 'Jobs of all nodes, by queue and state', ['queue', 'state']);
  const oldest = gauge('jobs_oldest_seconds', 'How long the oldest job that is due has waited, by queue', ['queue']);
  const mails = gauge('mails_waiting', 'Mails that the mail server has not taken yet');

  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
    // A page that listens does so for hours.
    if (endpoint?.answer === eventStream) return;
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    requests.observe(labels, reply.elapsedTime / 1000);
  });

  function setQueues(queues: readonly QueueCount[]): void {
    for (const { queue, oldest_at, ...count } of queues) {
      for (const state of ['waiting', 'later', 'running', 'failed'] as const) jobs.set({ queue, state }, count[state]);
      oldest.set({ queue }, oldest_at === null ? 0 : Math.max(0, (Date.now() - new Date(oldest_at).getTime()) / 1000));
      if (queue === 'mail') mails.set(count.waiting + count.later);
    }
  }

  async function read(): Promise<string> {
    const connections = services.database.connections();
    open.set(connections.open);
    waiting.set(connections.waiting);
    listening.set(services.live.listening());
    const [queues, replica] = await Promise.all([queuesOf(services), services.replica?.state()]);
    standby?.set(replica?.state === 'used' ? 1 : 0);
    lag?.set(replica?.lag_seconds ?? Number.NaN);
    up.set(queues === null ? 0 : 1);
    // What was counted before is not told again as if it were so now.
    for (const counted of [jobs, oldest, mails]) counted.reset();
    setQueues(queues ?? []);
    return registry.metrics();
  }

  return { registry, read };
}

/** Mounts `/metrics`, and begins to measure, where the installation has a token for it. */
export async function serveMetrics(app: FastifyInstance, services: Needs): Promise<void> {
  const { metricsToken } = services.environment;
  const meters = metricsToken === null ? null : await openMeters(app, services);
  app.get(path, { config: { any_host: true }, exposeHeadRoute: false }, async (request, reply) => {
    if (metricsToken === null || meters === null || !isToken(request.headers.authorization, metricsToken)) return fail('not_found');
    return reply
      .header('cache-control', 'no-store')
      .type(meters.registry.contentType)
      .send(await meters.read());
  });
}
