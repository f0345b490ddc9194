import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemsOf } from './htmlPage.rules.ts';

const found = (html: string) => problemsOf(html).map(({ line, what }) => `${line} ${what}`);

test('words, tables and pictures with styles inline pass', () => {
  const page = `<!doctype html>
<html lang="pt-BR"><head><title>Metas</title><meta charset="utf-8"></head>
<body>
<h1 style="color: #b8324f">Metas de 2026</h1>
<table style="border-collapse: collapse"><tr><td style="padding: 4px">R$ 1.234</td></tr></table>
<img alt="Logotipo" src="data:image/png;base64,iVBORw0KGgo=">
<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" style="fill: green" /></svg>
<a href="https://example.com" target="_blank">Mais</a> <a href="#fim">Fim</a> <a href="mailto:a@example.com">Escreva</a>
</body></html>`;
  expect(found(page)).toEqual([]);
});

test.each([
  ['<p>1</p>\n<script>alert(1)</script>', '2 script'],
  ['<head>\n<style>p { color: red }</style></head>', '2 style_block'],
  ['<head>\n\n<link rel="stylesheet" href="https://example.com/a.css"></head>', '3 external_css'],
  ['<html style="color: red"><body></body></html>', '1 root_style'],
  ['<html>\n<body style="margin: 0"></body></html>', '2 root_style'],
  ['<p>\n<img src="x" onerror="alert(1)"></p>', '2 event'],
  ['<p\n  class="a"\n  onclick="x()">a</p>', '3 event'],
  ['<a href="javascript:alert(1)">a</a>', '1 address'],
  ['<a href=" java\tscript:alert(1)">a</a>', '1 address'],
  ['<a href="&#106;avascript:alert(1)">a</a>', '1 address'],
  ['<a href="data:text/html,<script>1</script>">a</a>', '1 address'],
  ['<a href="vbscript:x">a</a>', '1 address'],
  ['<iframe src="https://example.com"></iframe>', '1 frame'],
  ['<p>a</p><object data="x.swf"></object>', '1 frame'],
  ['<form action="https://example.com"></form>', '1 form'],
  ['<meta http-equiv="refresh" content="0;url=https://example.com">', '1 meta'],
  ['<base href="https://example.com">', '1 base'],
  ['<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>', '1 address'],
  ['<svg><script>alert(1)</script></svg>', '1 script'],
  ['<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>', '1 script'],
  ['<p style="background: url(x); @import \'a.css\'">a</p>', '1 active_style'],
  ['<template><script>1</script></template>', '1 script'],
  ['<noscript><p onclick="x()">a</p></noscript>', '1 event'],
])('refuses %s', (html, problem) => {
  expect(found(html)).toContain(problem);
});

test('what a browser would mend is read as it mends it', () => {
  expect(found('<scr<script>ipt>alert(1)')).toEqual(['1 element']);
  expect(found('<SCRIPT\n>x</SCRIPT\n>')).toEqual(['1 script']);
  expect(found('<img src=x\nonerror\n=\nalert(1)>')).toEqual(['1 outside', '2 event']);
  expect(found('<!-- <script>1</script> -->')).toEqual([]);
});

test('names every place, in the order of the lines', () => {
  expect(found('<p onclick="a()"></p>\n<script>1</script>\n<p onclick="a()"></p>')).toEqual(['1 event', '2 script', '3 event']);
});

test('a page is read as long as no browser would struggle with it', () => {
  const table = `<table>${`<tr>${'<td>1</td>'.repeat(20)}</tr>`.repeat(4000)}</table>`;
  expect(problemsOf(`${table}<script></script>`)).toHaveLength(1);
  expect(problemsOf(`${'<div>'.repeat(500)}<script>1</script>`)).toEqual([{ line: 1, what: 'script' }]);
  expect(problemsOf('<script></script>'.repeat(500))).toHaveLength(100);
  expect(problemsOf('&amp;&#x41;&nothing;'.repeat(100_000))).toEqual([]);
});

const numbered = (count: number, part: (index: number) => string) => Array.from({ length: count }, (_, index) => part(index)).join('');
test.each([
  ['unclosed elements that every paragraph opens again', `<p>${numbered(200, (n) => `<b a=${n}>`)}</p>${'<p>x'.repeat(5000)}`],
  ['many more of them', `<p>${numbered(2000, (n) => `<b a=${n}>`)}</p>${'<p>x'.repeat(57_000)}`],
  ['deep nesting', '<div>'.repeat(20_000)],
  ['deep nesting in a drawing', `<svg>${'<g>'.repeat(20_000)}`],
  ['deep templates', '<template>'.repeat(20_000)],
  ['a million attributes', `<p ${numbered(250_000, (n) => `a${n} `)}>`],
  ['attributes that gather on the body', numbered(100_000, (n) => `<body a${n}>`)],
  ['more cells than anybody reads', `<table>${'<tr><td>1'.repeat(60_000)}`],
  ['elements that a table puts before itself', `${'<i></i>'.repeat(60_000)}<table>${'x<br>'.repeat(60_000)}`],
  ['comments without end', '<!---->'.repeat(200_000)],
])('refuses to read %s', (_, html) => {
  expect(() => problemsOf(html)).toThrow('too_complex');
});

test('a long style is read once', () => {
  for (const part of ['a', 'calc(', 'a(', 'url(', '- ', 'url(#a) ']) problemsOf(`<p style="${part.repeat(1_000_000 / part.length)}">a</p>`);
});

test('no text makes it fail, and a script is seen wherever it stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      problemsOf(text);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9 .\n]*$/), fc.stringMatching(/^[a-z0-9 .\n]*$/), (before, after) => {
      expect(problemsOf(`<p>${before}</p><script>1</script>${after}`)).not.toEqual([]);
    }),
  );
});

test.each([
  ['<embed src="a.swf">', 'frame'],
  ['<applet code="A.class"></applet>', 'frame'],
  ['<portal></portal>', 'frame'],
  ['<input name="a">', 'form'],
  ['<button>a</button>', 'form'],
  ['<select><option>a</option></select>', 'form'],
  ['<textarea>a</textarea>', 'form'],
  ['<svg><set attributeName="href" to="a"/></svg>', 'script'],
  ['<svg><foreignObject><p>a</p></foreignObject></svg>', 'frame'],
  ['<p srcdoc="a">a</p>', 'frame'],
])('no page has %s', (html, what) => expect(found(html)).toEqual([`1 ${what}`]));

test('frames of old pages are refused, and each of them is named', () => {
  expect(found('<html>\n<frameset>\n<frame src="a">\n</frameset></html>')).toEqual(['2 frame', '3 frame']);
});

test.each([
  'src',
  'srcset',
  'action',
  'formaction',
  'background',
  'poster',
  'data',
  'ping',
  'longdesc',
  'xlink:href',
  'manifest',
  'lowsrc',
])('nothing is loaded from outside by %s', (attribute) => {
  for (const tag of ['p', 'img', 'table', 'body'])
    for (const address of ['https://example.com/a.png', '//example.com/a.png', 'a.png', 'javascript:alert(1)'])
      expect(problemsOf(`<${tag} ${attribute}="${address}">a`), `${tag} ${address}`).not.toEqual([]);
});

test.each([
  ['<img alt="" src="https://example.com/a.png">', 'outside'],
  ['<img alt="" src="//example.com/a.png">', 'outside'],
  ['<img alt="" src="http:/example.com/a.png">', 'outside'],
  ['<img alt="" src="/api/partners">', 'outside'],
  ['<img alt="" src="/api/files/../../session">', 'outside'],
  ['<img alt="" srcset="https://example.com/a.png 2x">', 'attribute'],
  ['<table background="https://example.com/a.png"><tr><td>a</table>', 'attribute'],
  ['<video src="https://example.com/a.mp4"></video>', 'outside'],
  ['<audio src="https://example.com/a.mp3"></audio>', 'outside'],
  ['<picture><img alt="" src="data:image/png;base64,AA=="></picture>', 'outside'],
  ['<svg><image href="https://example.com/a.png"/></svg>', 'outside'],
  ['<svg><use xlink:href="https://example.com/a.svg#b"/></svg>', 'outside'],
  ['<svg><feImage href="https://example.com/a.png"/></svg>', 'element'],
  ['<svg><rect fill="url(https://example.com/a.svg#b)"/></svg>', 'active_style'],
  ['<svg><rect style="mask: url(//example.com/a.svg#b)"/></svg>', 'active_style'],
  ['<math href="https://example.com"><mi>x</mi></math>', 'element'],
  ['<my-element>a</my-element>', 'element'],
  ['<p autofocus>a</p>', 'attribute'],
  ['<a href="#a" ping="https://example.com">a</a>', 'attribute'],
  ['<meta name="referrer" content="unsafe-url">', 'meta'],
  ['<a href="/api/files/a" download="a.exe">a</a>', 'attribute'],
])('%s stays outside', (html, what) => expect(found(html)[0]).toBe(`1 ${what}`));

test('a file of the unit is shown by its signed address, a drawing by its parts', () => {
  const file = '/api/files/0198a0de-5d6c-7e11-8a51-2f1c7f0a1b2c/0.Zm9vYmFyLWZvb2Jhci1mb29iYXItZm9v';
  expect(found(`<img alt="" src="${file}"><p style="background: url('${file}')">a</p>`)).toEqual([]);
  const drawing = `<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
    <defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
    <g transform="translate(1 2) rotate(4)" fill="url(#a)"><use xlink:href="#b"/><path d="M0 0L4 4" stroke-width="2"/></g></svg>`;
  expect(found(drawing)).toEqual([]);
});

test.each([
  'http://a.example',
  'https://a.example',
  'mailto:a@a.example',
  'tel:+5511',
  '/a',
  '#javascript:a',
  'a/b:c',
  '?a=javascript:b',
  '',
])('the address %j may stay', (address) => expect(found(`<a href="${address}">a</a>`)).toEqual([]));

test.each(['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg+xml'])('a picture of kind %s may stand in the page itself', (kind) => {
  expect(found(`<img alt="" src="  data:image/${kind};base64,AA==">`)).toEqual([]);
});

test.each([
  'data:text/html,a',
  'data:text/html,data:image/png;a',
  'data:image/pngx',
  'xdata:image/png;a',
  'ftp://a.example',
  'blob:a',
  'file:///a',
])('the address %j is refused', (address) => expect(found(`<a href="${address}">a</a>`)).toEqual(['1 address']));

test.each([
  'color: RGB(1 2 3); width: calc(100% - 2px)',
  'background: linear-gradient(#fff, rgba(0, 0, 0, 0.4))',
  'background: url( "data:image/png;base64,AA==" ) no-repeat',
  "font-family: 'Segoe UI (a)', sans-serif",
  'mask: url(#a)',
])('the style %j may stay', (style) => expect(found(`<p style="${style.replaceAll('"', '&quot;')}">a</p>`)).toEqual([]));

test.each([
  'background: url(https://example.com/a.png)',
  'background: URL("//example.com/a.png")',
  'background: url( a.png )',
  'background: u\\72l(https://example.com/a.png)',
  'background: image-set("https://example.com/a.png" 1x)',
  'background: -webkit-image-set(url(https://example.com/a.png) 1x)',
  'background: cross-fade(url(https://example.com/a.png), red)',
  'background: src("https://example.com/a.png")',
  'background: url(data:text/html,a)',
  'background: url(#a), url(https://example.com/a.png)',
  'width: expression(a)',
  'width: expression(a)',
  'behavior : url(a)',
  'behavior:url(a)',
  '-moz-binding: url(a)',
  'background: url(javascript :a)',
  // A blank after an escape belongs to it: to a browser this is url(.
  String.raw`background: ur\6c (https://example.com/a.png)`,
  "@import 'a'",
])('the style %j is refused', (style) => expect(found(`<p style="${style.replaceAll('"', '&quot;')}">a</p>`)).toEqual(['1 active_style']));

test.each(['lang', 'data-on', 'aria-on'])('an attribute is no event for the letters in its name: %s', (name) =>
  expect(found(`<p ${name}="a">a</p>`)).toEqual([]),
);

test('only a meta element that gives an order is refused, and only styles of the whole page', () => {
  expect(found('<meta name="author" content="a"><p style="color: red">a</p>')).toEqual([]);
});

test('a hundred problems are named, in the order of the lines, and no more', () => {
  const lines = found(Array.from({ length: 150 }, () => '<p onclick="a" onfocus="b">a</p>').join('\n'));
  expect(lines).toHaveLength(100);
  expect([lines[0], lines[1], lines[99]]).toEqual(['1 event', '1 event', '50 event']);
});
