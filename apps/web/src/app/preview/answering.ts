/** Answers calls of the pages without a network. */
import type { Answer, Endpoint } from '@vitrine/contract/endpoint.ts';
import type { AxiosAdapter } from 'axios';

export type Sample = { method: string; path: RegExp; body: unknown };

/** What an endpoint answers, as it stands in the contract. */
export const sample = <E extends Endpoint>({ method, path, wire }: E, answer: Answer<E>): Sample => ({
  method,
  path: new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`),
  body: wire.answer ? wire.answer.toWire(answer) : answer,
});

/** The first sample that fits. What has none is done without an answer, as most of what changes something is. */
export const answering =
  (samples: readonly Sample[]): AxiosAdapter =>
  async (config) => {
    const found = samples.find(({ method, path }) => method === config.method?.toUpperCase() && path.test(config.url ?? ''));
    return { config, headers: {}, data: found?.body, status: found ? 200 : 204, statusText: '' };
  };
