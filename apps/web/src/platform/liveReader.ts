/** Parses server-sent events from chunks of text that may be cut anywhere. */

export type SentEvent = { name: string; data: string };
export type EventReader = { rest: string; last: string | null };

export const newReader = (last: string | null): EventReader => ({ rest: '', last });

/** The events that a further chunk completes. The reader keeps the rest and the last id. */
export function feed(reader: EventReader, piece: string): SentEvent[] {
  const blocks = (reader.rest + piece).split('\n\n');
  reader.rest = blocks.pop() ?? '';
  return blocks.flatMap((block) => {
    let name = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field === 'id') reader.last = value;
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
    }
    return data.length > 0 ? [{ name, data: data.join('\n') }] : [];
  });
}
