/**
 * Argon2id off the main thread, about one hash per core at once. When the queue is full, sign-ins are refused with
 * "try again": a burst of sign-ins must not take the processor from people who are signed in.
 */
import { availableParallelism } from 'node:os';
import type { Algorithm } from '@node-rs/argon2';
import { hash, verify } from '@node-rs/argon2';
import { fail } from '#platform/http/fail.ts';
import { newToken } from './tokens.ts';

/** OWASP's minimum: 19 MiB, two passes. */
const parameters = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;
const retryAfterSeconds = 2;

export type PasswordHasher = {
  hash: (password: string) => Promise<string>;
  /** False for a wrong password. Without a hash it takes as long and is false too, so that timing does not show which accounts exist. */
  verify: (password: string, hashed: string | null) => Promise<boolean>;
  /** Whether the hash was made with other parameters than today's. */
  isOutdated: (hashed: string) => boolean;
};

/** Unicode normalisation (NFKC), so that a password is the same however it was typed. No trimming, no case folding. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'));

/** At most `parallel` hashes run and `waiting` wait; refuses with 503 beyond that. */
export function openPasswordHasher({ parallel = availableParallelism(), waiting = 100 } = {}): PasswordHasher {
  const queue: (() => void)[] = [];
  let running = 0;
  const nobody = hash(newToken(), parameters);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= parallel) {
      if (queue.length >= waiting) fail('unavailable', {}, { retry_after: retryAfterSeconds });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue directly, so that no newcomer can take it.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(bytesOf(password), parameters)),
    verify: (password, hashed) => inTurn(async () => (await verify(hashed ?? (await nobody), bytesOf(password))) && hashed !== null),
    isOutdated: (hashed) => !hashed.startsWith(prefix),
  };
}
