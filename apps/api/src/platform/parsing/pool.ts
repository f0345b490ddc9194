/**
 * Whatever people send is parsed in processes with limits of time and memory, so that no text, picture or workbook holds the
 * portal or ends it (Node.js ends a whole process when the heap of one of its threads is full). A process that exceeds a
 * limit is ended and only its caller is refused. One owner (a unit) has one process at a time and few places in the queue, so
 * that others wait for nobody.
 */
import type { ChildProcess } from 'node:child_process';
import { Failure, fail } from '#platform/http/fail.ts';
import { ask, startParsingProcess } from './parsingProcess.ts';
import type { Call } from './worker.ts';

/** `megabytes` is all memory of a process, `heapMegabytes` what the objects of a parser may take of it. */
export type PoolLimits = { processes: number; heapMegabytes: number; megabytes: number; waiting: number; waitingOfOwner: number };

const defaults: PoolLimits = { processes: 3, heapMegabytes: 512, megabytes: 1024, waiting: 60, waitingOfOwner: 10 };
const retryAfterSeconds = 5;

/** A function that a process imports and calls. Its input and output are copied; `bytes` of the input, and what it yields, in parts. */
type Parser = {
  /** The address of the module that exports the function. */
  module: URL;
  name: string;
  milliseconds: number;
};

/** What a generator yields is collected as `parts`. */
type Given<Result> = Result extends Generator<infer Part, infer Value> | AsyncGenerator<infer Part, infer Value>
  ? { parts: Part[]; value: Value }
  : Awaited<Result>;

type Task = {
  call: Call;
  owner: string;
  milliseconds: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

export class ParsingPool {
  readonly #limits: PoolLimits;
  readonly #idle: ChildProcess[] = [];
  readonly #served = new Set<string>();
  /** By owner, the one who waits longest for a turn first. */
  readonly #queues = new Map<string, Task[]>();

  constructor(limits: Partial<PoolLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /** Calls the function with the input, in a process. Refuses with `too_complex` what takes too long or too much memory. */
  run<Read extends (input: never) => unknown>(
    { module, name, milliseconds }: Parser,
    owner: string,
    input: Parameters<Read>[0],
  ): Promise<Given<ReturnType<Read>>> {
    const queue = this.#queues.get(owner) ?? [];
    const waiting = [...this.#queues.values()].reduce((sum, { length }) => sum + length, 0);
    const full = queue.length >= this.#limits.waitingOfOwner ? 'throttled' : waiting >= this.#limits.waiting ? 'unavailable' : null;
    if (full) return Promise.reject(new Failure(full, {}, { retry_after: retryAfterSeconds }));
    return new Promise((resolve, reject) => {
      const call = { module: module.href, name, input };
      queue.push({ call, owner, milliseconds, resolve: (value) => resolve(value as Given<ReturnType<Read>>), reject });
      this.#queues.set(owner, queue);
      this.#serve();
    });
  }

  /** Hands the next tasks to free processes. */
  #serve(): void {
    for (const [owner, queue] of this.#queues) {
      if (this.#served.size >= this.#limits.processes) return;
      if (this.#served.has(owner)) continue;
      const task = queue.shift();
      // Whoever was served stands at the end again.
      this.#queues.delete(owner);
      if (queue.length > 0) this.#queues.set(owner, queue);
      if (task) void this.#work(task);
    }
  }

  async #work(task: Task): Promise<void> {
    this.#served.add(task.owner);
    try {
      task.resolve(await this.#answerOf(task));
    } catch (error) {
      task.reject(error);
    } finally {
      this.#served.delete(task.owner);
      this.#serve();
    }
  }

  async #answerOf({ call, milliseconds }: Task): Promise<unknown> {
    const child = this.#takeProcess();
    try {
      const { outcome, parts } = await ask(child, call, milliseconds);
      if ('error' in outcome) throw Object.assign(new Error(outcome.error.message), outcome.error);
      this.#idle.push(child);
      if ('value' in outcome) return outcome.inParts ? { parts, value: outcome.value } : outcome.value;
      const { word, values, extra } = outcome.refusal;
      return fail(word, values, extra);
    } finally {
      if (!this.#idle.includes(child)) child.kill('SIGKILL');
    }
  }

  #takeProcess(): ChildProcess {
    for (let child = this.#idle.pop(); child; child = this.#idle.pop()) if (child.connected) return child;
    return startParsingProcess(this.#limits);
  }
}

/** The processes of this portal for what a request sends. */
export const parsing = new ParsingPool();
/** For what jobs receive: a process of its own, so that no request waits for a file that nobody looks at yet. */
export const parsingOfJobs = new ParsingPool({ processes: 1 });
