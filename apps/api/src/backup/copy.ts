/** COPY over pg's own protocol, which has no words for it: out of the database row by row, and into it from a stream. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';

/** What a table holds: how many rows, and a sum of their hashes, which does not depend on their order. */
export type Content = { rows: number; digest: string };

type Wire = pg.Connection & {
  stream: Writable & { pause: () => void; resume: () => void };
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
};

/** A statement that pg sends as it is, and what it tells of. */
class Copy implements pg.Submittable {
  private readonly text: string;
  private readonly settle: (error: unknown) => void;
  private readonly parts: { row?: (chunk: Buffer, wire: Wire) => void; feed?: (wire: Wire) => Promise<void> };
  private wire: Wire | undefined;
  private failure: unknown;

  constructor(text: string, parts: Copy['parts'], settle: (error: unknown) => void) {
    this.text = text;
    this.parts = parts;
    this.settle = settle;
  }

  submit(connection: pg.Connection): void {
    this.wire = connection as Wire;
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.wire) this.parts.row?.(chunk, this.wire);
  }

  handleCopyInResponse(connection: Wire): void {
    const feeding = this.parts.feed?.(connection) ?? Promise.reject(new Error('Nothing is to be copied in'));
    feeding.then(
      () => connection.endCopyFrom(),
      (error: unknown) => {
        this.failure = error;
        connection.sendCopyFail('the source broke');
      },
    );
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}

  handleError(error: unknown): void {
    this.settle(this.failure ?? error);
  }

  handleReadyForQuery(): void {
    this.settle(this.failure);
  }
}

const copy = (client: pg.Client, text: string, parts: ConstructorParameters<typeof Copy>[1]): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new Copy(text, parts, (error) => (error === undefined ? resolve() : reject(error))));
  });

/** Copies what a query answers into a stream, or nowhere. The server sends each row as a message of its own. */
export async function copyOut(client: pg.Client, select: string, sink: Writable | null): Promise<Content> {
  let rows = 0;
  let sum = 0n;
  let paused: Wire['stream'] | undefined;
  const resume = () => {
    paused?.resume();
    paused = undefined;
  };
  await copy(client, `copy (${select}) to stdout`, {
    row(chunk, { stream }) {
      rows += 1;
      sum += hash('sha1', chunk, 'buffer').readBigUInt64BE();
      // pg reads the next message into the same memory.
      if (sink === null || sink.write(Buffer.from(chunk)) || paused !== undefined) return;
      paused = stream;
      stream.pause();
      sink.once('drain', resume);
    },
  });
  // The end may have arrived together with the last rows, and a sink that is ended before it has drained never says so.
  resume();
  return { rows, digest: BigInt.asUintN(64, sum).toString(16).padStart(16, '0') };
}

/** Copies a stream into a table; `target` is the table with its columns. */
export async function copyIn(client: pg.Client, target: string, source: Readable): Promise<void> {
  await copy(client, `copy ${target} from stdin`, {
    async feed(wire) {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
      }
    },
  });
}
