/** Spans by OpenTelemetry's own packages, sent in batches by OTLP over HTTP. Nothing is patched: who wants a span says so. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span } from '@opentelemetry/api';
import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { BatchSpanProcessor, TracerProvider, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '#platform/environment.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Step, Tracing } from './tracing.ts';

type Settings = NonNullable<Environment['tracing']>;

const kinds = { client: SpanKind.CLIENT, job: SpanKind.CONSUMER } as const satisfies Record<Step['kind'], SpanKind>;
const warnEveryMs = 60_000;
const sendWithinMs = 5000;
/** Of a collector that does not answer, a portal that stops waits no longer. */
const closeWithinMs = 3000;

/** Says once a minute that nobody takes the spans; whoever reads the log learns why there are no traces. */
function telling(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let told = -Infinity;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - told > warnEveryMs) {
          told = performance.now();
          log.warn({ reason: result.error.message }, 'the collector of traces takes none');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The trace that somebody else has begun. Whether it is kept is decided here, and nothing else is taken over. */
function contextOf(header: string | undefined): Context {
  const [, traceId = '', spanId = ''] = traceparent.exec(header ?? '') ?? [];
  const begun = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(begun) ? trace.setSpanContext(ROOT_CONTEXT, begun) : ROOT_CONTEXT;
}

/** What sort of error it was. Its sentence may quote what somebody typed. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : error.name.slice(0, 40);
}

function fail(span: Span, type?: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (type !== undefined) span.setAttribute('error.type', type);
}

export function openSpans({ url, headers, service, share }: Settings, log: FastifyBaseLogger): Tracing {
  const exporter = telling(new OTLPTraceExporter({ url, headers, timeoutMillis: sendWithinMs }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': uuidv7() }),
    // By the id of the trace: all of it is kept, or nothing of it.
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('vitrine');
  const current = new AsyncLocalStorage<Context>();

  const begin = ({ name, kind, attributes = {} }: Step, within: Context, startTime?: number) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes, ...(startTime === undefined ? {} : { startTime }) }, within);

  return {
    async step(step, work) {
      const within = current.getStore();
      if (!within && step.kind !== 'job') return work();
      const parent = within ?? ROOT_CONTEXT;
      const span = begin(step, parent);
      try {
        return await current.run(trace.setSpan(parent, span), work);
      } catch (error) {
        fail(span, errorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
    ended(step, { ms, failed }) {
      const within = current.getStore();
      if (!within) return;
      const span = begin(step, within, Date.now() - ms);
      if (failed) fail(span);
      span.end();
    },
    request(name, attributes, parent) {
      const within = contextOf(parent);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, within);
      const context = trace.setSpan(within, span);
      return {
        within: (work) => current.run(context, work),
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) fail(span, String(status));
          span.end();
        },
      };
    },
    flush: () => provider.forceFlush(),
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, closeWithinMs);
      await Promise.race([provider.shutdown().catch((error: unknown) => log.debug({ err: error }, 'the last spans are lost')), late]);
      clearTimeout(timer);
    },
  };
}
