/** One call of an address of the unit's, and what came back. */
import type { Services } from '#domain/serving/context.ts';
import { failFields } from '#platform/http/fail.ts';
import { NotFetched, wayTo } from '#platform/http/fetchPublic.ts';
import { postPublic } from '#platform/http/postPublic.ts';
import type { Try } from './problem.rules.ts';
import { failureOf, outcomeOf } from './problem.rules.ts';
import { signedHeaders } from './signature.rules.ts';

type Call = { url: string; secrets: readonly string[]; id: string; body: string };

export async function callAddress({ environment, now }: Pick<Services, 'environment' | 'now'>, call: Call): Promise<Try> {
  const { url, secrets, id, body } = call;
  const headers = {
    ...signedHeaders(secrets, { id, at: now(), body }),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Vitrine-Webhooks/1',
  };
  return postPublic(url, { headers, body, inside: environment.privateAddresses }).then(outcomeOf, failureOf);
}

/** The portal calls it later, so it must lead nowhere but outside. */
export async function requireAddress({ environment }: Pick<Services, 'environment'>, url: string): Promise<void> {
  const inside = environment.privateAddresses;
  const other = !inside && new URL(url).port !== '';
  if (other) failFields({ webhook_url: 'webhook_address' });
  await wayTo(url, { inside }).catch((error: unknown) =>
    error instanceof NotFetched ? failFields({ webhook_url: 'webhook_address' }) : Promise.reject(error),
  );
}
