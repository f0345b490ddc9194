import { richText } from '@vitrine/contract/richText.ts';
import { expect, test } from 'vitest';
import { addressOf, editorOfText, textOfEditor } from './editorText.ts';

const list = (content: object) => ({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }, content] }] });

test('what an editor adds of its own is left out, and what is left passes the contract', () => {
  const made = textOfEditor({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        attrs: { textAlign: null, class: 'x' },
        content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'code' }] }],
      },
      { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [{ type: 'text', text: 'b' }, { type: 'hardBreak' }] },
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'c', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)', target: '_blank' } }] }],
      },
      { type: 'image', attrs: { src: 'https://a.example/x.png' } },
      list(list(list(list({ type: 'paragraph', content: [{ type: 'text', text: 'deep' }] })))),
    ],
  });
  expect(richText.safeParse(made).error).toBeUndefined();
  expect(made.content.slice(0, 3)).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] },
    { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [{ type: 'text', text: 'b' }, { type: 'hardBreak' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'c' }] },
  ]);
});

test('pictures keep their file and get its address', () => {
  const file_id = '0199a2a0-0000-7000-8000-000000000001';
  const text = { type: 'doc' as const, content: [{ type: 'image' as const, attrs: { file_id, alt: 'Loja' } }] };
  const shown = editorOfText(text, { [file_id]: '/api/files/1/x' });
  expect(shown.content).toEqual([{ type: 'image', attrs: { file_id, alt: 'Loja', src: '/api/files/1/x' } }]);
  expect(textOfEditor(shown)).toEqual(text);
});

test.each([
  ['https://a.example/b', 'https://a.example/b'],
  ['a.example/b?c', 'https://a.example/b?c'],
  ['mailto:ana@a.example', 'mailto:ana@a.example'],
  ['{{link}}', '{{link}}'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['uma loja', null],
])('the address %s leads to %s', (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});
