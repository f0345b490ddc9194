import { expect, test } from 'vitest';
import type { PageTiming } from './viewLog.ts';
import { createViewLog } from './viewLog.ts';

function watch() {
  const sent: PageTiming[] = [];
  let time = 100;
  const log = createViewLog({ started: 100, now: () => time, send: (timing) => sent.push(timing) });
  return { log, sent, at: (ms: number) => void (time = 100 + ms) };
}

test('tells how long the report took to load and its first page to draw', () => {
  const { log, sent, at } = watch();
  at(800);
  log.loaded();
  log.page('Resumo');
  at(1300);
  log.rendered();
  expect(sent).toEqual([{ page: 'Resumo', load_ms: 800, render_ms: 500 }]);
});

test('waits for the name of the first page when it comes after the drawing', () => {
  const { log, sent, at } = watch();
  at(800);
  log.loaded();
  at(1000);
  log.rendered();
  expect(sent).toEqual([]);
  at(1400);
  log.page('Resumo');
  expect(sent).toEqual([{ page: 'Resumo', load_ms: 800, render_ms: 200 }]);
});

test('tells each further page once, without a load time; redrawing the same page is not a view', () => {
  const { log, sent, at } = watch();
  log.loaded();
  log.page('Resumo');
  log.rendered();
  log.rendered();
  at(5000);
  log.page('Lojas');
  at(5300);
  log.rendered();
  log.rendered();
  expect(sent.slice(1)).toEqual([{ page: 'Lojas', load_ms: null, render_ms: 300 }]);
});

test('tells only the page that was drawn when somebody leafs quickly', () => {
  const { log, sent, at } = watch();
  log.loaded();
  log.page('Resumo');
  log.rendered();
  at(1000);
  log.page('Lojas');
  at(1100);
  log.page('Produtos');
  at(1500);
  log.rendered();
  expect(sent.slice(1).map(({ page }) => page)).toEqual(['Produtos']);
});
