/**
 * Argon2id off the main thread, about one hash per core at once. When the queue is full, sign-ins are refused with
 * "try again": a burst of sign-ins must not take the processor from people who are signed in. Strangers have a queue of
 * their own, behind everybody who is signed in or comes with a known device.
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

/** The known device or the person who waits, by its id; nobody knows a stranger. */
type KnownId = string;

export type PasswordHasher = {
  hash: (password: string, by?: KnownId | null) => Promise<string>;
  /** False for a wrong password. Without a hash it takes as long and is false too, so that timing does not show which accounts exist. */
  verify: (password: string, hashed: string | null, by?: KnownId | null) => Promise<boolean>;
  /** Whether the hash was made with other parameters than today's. */
  isOutdated: (hashed: string) => boolean;
};

/** Unicode normalisation (NFKC), so that a password is the same however it was typed. No trimming, no case folding. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'));

type Waiting = { by: string | null; start: () => void };

/** Who waits for a free core: those whom the portal knows before strangers, each of them with a few places. */
class Line {
  readonly #known: Waiting[] = [];
  readonly #strangers: Waiting[] = [];
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Refuses when the places are taken. */
  join(by: string | null): Promise<void> {
    const { waiting, waitingOfOne } = this.#places;
    const queue = by === null ? this.#strangers : this.#known;
    const extra = { retry_after: retryAfterSeconds };
    if (by !== null && queue.filter((other) => other.by === by).length >= waitingOfOne) fail('throttled', {}, extra);
    if (queue.length >= waiting) fail('unavailable', {}, extra);
    return new Promise((start) => queue.push({ by, start }));
  }

  next(): Waiting | undefined {
    return this.#known.shift() ?? this.#strangers.shift();
  }
}

/** `waiting`: of people who are known, and as many of strangers. */
type Places = { waiting: number; waitingOfOne: number };

/** At most `parallel` hashes run; of those who wait, the known come first. Refuses with 503 when too many wait, with 429 one who waits often. */
export function openPasswordHasher({ parallel = availableParallelism(), waiting = 100, waitingOfOne = 5 } = {}): PasswordHasher {
  const line = new Line({ waiting, waitingOfOne });
  let running = 0;
  const nobody = hash(newToken(), parameters);

  async function inTurn<T>(by: string | null, work: () => Promise<T>): Promise<T> {
    if (running >= parallel) await line.join(by);
    else running++;
    try {
      return await work();
    } finally {
      // The slot passes to the next in the line directly, so that no newcomer can take it.
      const next = line.next();
      if (next) next.start();
      else running--;
    }
  }

  return {
    hash: (password, by = null) => inTurn(by, () => hash(bytesOf(password), parameters)),
    verify: (password, hashed, by = null) =>
      inTurn(by, async () => (await verify(hashed ?? (await nobody), bytesOf(password))) && hashed !== null),
    isOutdated: (hashed) => !hashed.startsWith(prefix),
  };
}
