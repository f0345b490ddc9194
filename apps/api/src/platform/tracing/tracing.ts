/**
 * Traces for an OpenTelemetry collector, where the installation names one: requests, batches of the database, jobs, calls of the reporting
 * service and mails, by their names. No span holds an address, a value or anything of a person. What makes spans is loaded only then.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '#platform/environment.ts';

type Attributes = Record<string, string | number>;

/** What a span is called and what it tells. */
export type Step = { name: string; kind: 'client' | 'job'; attributes?: Attributes };

/** The span of a request: what it asks for belongs to it, until it is answered. */
export type RequestSpan = { within: (work: () => void) => void; end: (status: number) => void };

export type Tracing = {
  /** A step of what is under way; outside of a request and a job only a job is one. */
  step: <T>(step: Step, work: () => Promise<T>) => Promise<T>;
  /** A step that has ended just now. */
  ended: (step: Step, took: { ms: number; failed: boolean }) => void;
  /** `parent` is a `traceparent` header of somebody who is believed; `tells` are its attributes. */
  request: (name: string, tells: Attributes, parent: string | undefined) => RequestSpan;
  /** Sends what has not been sent. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

/** Null where the settings name no collector. */
export async function openTracing(environment: Pick<Environment, 'tracing'>, log: FastifyBaseLogger): Promise<Tracing | null> {
  if (environment.tracing === null) return null;
  const { openSpans } = await import('./spans.ts');
  return openSpans(environment.tracing, log);
}
