import { expect, test } from 'vitest';
import { feed, newReader } from './liveReader.ts';

test('reads events wherever the text was cut, and remembers the last id', () => {
  const text = 'retry: 2000\nid: 7\nevent: open\ndata: {}\n\n: beat\n\nid: 9\ndata: {"topic":"report"}\n\n';
  for (let cut = 1; cut < text.length; cut++) {
    const reader = newReader(null);
    const events = [...feed(reader, text.slice(0, cut)), ...feed(reader, text.slice(cut))];
    expect(events).toEqual([
      { name: 'open', data: '{}' },
      { name: 'message', data: '{"topic":"report"}' },
    ]);
    expect(reader.last).toBe('9');
  }
});
