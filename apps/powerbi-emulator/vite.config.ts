import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { outline } from './src/outline/outlines.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `virtual:outline/world` and `/us`: the land behind maps, made from public data while building. */
function outlines(): Plugin {
  const prefix = 'virtual:outline/';
  return {
    name: 'outlines',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const name = id.slice(prefix.length + 1);
      if (name !== 'world' && name !== 'us') throw new Error(`There is no outline ${name}`);
      return `export const outline = JSON.parse(${JSON.stringify(JSON.stringify(await outline(name)))});`;
    },
  };
}

/** Puts the inbox before everything else, and lets the charts load beside the shell instead of after it. */
function head(): Plugin {
  let inbox = '';
  return {
    name: 'head',
    apply: 'build',
    async buildStart() {
      const source = await readFile(here('page/inbox.js'), 'utf8');
      inbox = this.emitFile({ type: 'asset', name: 'inbox.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const asset = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('inbox.js'));
        const charts = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'charts');
        if (!inbox || !asset || !charts) throw new Error('The page was built without its inbox or its charts');
        return [
          { tag: 'script', attrs: { src: `/embed-assets/${asset.fileName}` }, injectTo: 'head-prepend' },
          { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/embed-assets/${charts.fileName}` }, injectTo: 'head' },
        ];
      },
    },
  };
}

export default defineConfig({
  root: here('page'),
  base: '/embed-assets/',
  publicDir: false,
  plugins: [outlines(), head()],
  build: {
    outDir: here('dist/page'),
    emptyOutDir: true,
    assetsDir: '',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
});
