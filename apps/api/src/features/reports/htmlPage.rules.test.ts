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
  expect(found('<scr<script>ipt>alert(1)')).toEqual([]);
  expect(found('<SCRIPT\n>x</SCRIPT\n>')).toEqual(['1 script']);
  expect(found('<img src=x\nonerror\n=\nalert(1)>')).toEqual(['2 event']);
  expect(found('<!-- <script>1</script> -->')).toEqual([]);
});

test('names every place, in the order of the lines', () => {
  expect(found('<p onclick="a()"></p>\n<script>1</script>\n<p onclick="a()"></p>')).toEqual(['1 event', '2 script', '3 event']);
});

test('deep and long pages end', () => {
  expect(problemsOf(`${'<div>'.repeat(20_000)}<script>1</script>`)).toEqual([{ line: 1, what: 'script' }]);
  expect(problemsOf('<script></script>'.repeat(500))).toHaveLength(100);
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
