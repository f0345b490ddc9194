import { defaultColours } from '@vitrine/contract/theme.ts';
import { expect, test } from 'vitest';
import { renderPage } from './webPage.ts';

const index = '<!doctype html>\n<html lang="pt-BR">\n  <head>\n    <!--vitrine:head-->\n  </head>\n</html>';
const theme = { name: 'Aurora', colours: defaultColours, logo: null, favicon: '/x.png?a=1&b=2', show_background_image: true };
const look = {
  title: 'Aurora',
  unit_name: 'Aurora',
  theme,
  picture: null,
  sentence: null,
  languages: ['pt-BR' as const],
  methods: ['password' as const],
  directories: [],
  sso_domains: [],
  register: false,
  terms: [],
  notices: [],
};

test('writes title, icon, colours and sign-in methods into the page', () => {
  const page = renderPage(index, 'en-US', look, null);
  expect(page).toContain('<html lang="en-US"');
  expect(page).toContain('<title>Aurora</title>');
  expect(page).toContain('<link rel="icon" href="/x.png?a=1&amp;b=2" />');
  expect(page).toContain('<style id="vitrine-theme">:root{');
  const embedded = /<script type="application\/json" id="vitrine-login">(.*)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(embedded)).toEqual(look);
});

test('lets nothing that people wrote become markup', () => {
  const page = renderPage(
    index,
    'pt-BR',
    {
      ...look,
      title: '</title><script>alert(1)</script>$&',
      unit_name: '</script><script>alert(2)</script><!--',
    },
    null,
  );
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('</script><script>');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page).toContain('&lt;/title&gt;');
  expect(page).toContain('$&');
});

test('knows nothing about a host that nobody registered', () => {
  const page = renderPage(index, 'pt-BR', null, null);
  expect(page).toContain('<title>Vitrine</title>');
  expect(page).not.toContain('vitrine-login');
});

test('names the one origin of a local reporting service, and none in front of Microsoft', () => {
  expect(renderPage(index, 'pt-BR', look, 'http://127.0.0.1:4001')).toContain(
    '<meta name="vitrine-local-reporting" content="http://127.0.0.1:4001" />',
  );
  expect(renderPage(index, 'pt-BR', look, null)).not.toContain('vitrine-local-reporting');
});
