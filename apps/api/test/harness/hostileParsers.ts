/** Parsers as hostile input makes them: what the pool must survive. Its processes call them by name. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export const echo = (text: string): string => text;

export function spin(_input: null): never {
  for (;;);
}

export type Shape = keyof typeof shapes;

/** What a parser makes of an input that never ends, or that is small until it is read. */
const shapes = {
  objects: () => {
    const nodes: object[] = [];
    for (;;) nodes.push({ children: [nodes.length] });
  },
  texts: () => {
    const texts: string[] = [];
    for (;;) texts.push(`text ${texts.length}`.repeat(1000));
  },
  json: () => JSON.parse(`[${'{"a":[1,2,3],"b":"text"},'.repeat(3_000_000)}1]`) as unknown,
  bytes: () => {
    const parts: Buffer[] = [];
    for (let n = 0; n < 80; n++) parts.push(Buffer.alloc(16 * 1_048_576, 1));
    return parts.length;
  },
  matches: () => 'ab'.repeat(20_000_000).match(/a/g),
};

export const hog = (shape: Shape): unknown => shapes[shape]();

/** Reads a document that stands in itself. */
export function dig(_input: null): unknown {
  const deeper = (): unknown => [deeper()];
  return deeper();
}

/** The bytes from the last to the first, in pieces. */
export function* reversed({ bytes }: { bytes: Uint8Array }): Generator<Uint8Array, number> {
  const turned = bytes.toReversed();
  for (let at = 0; at < turned.length; at += 999_983) yield turned.subarray(at, at + 999_983);
  return turned.length;
}

export const variables = (_input: null): string[] => Object.keys(process.env);

export function breakDown(text: string): never {
  throw new TypeError(text);
}

/** Ends when the file is there. */
export async function waitFor(gate: string): Promise<string> {
  while (!existsSync(gate)) await pause(5);
  return 'over';
}
