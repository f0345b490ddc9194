import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, minify } from 'vite';
import type { Plugin } from 'vite';
import { outline } from './visuals/outline/outlines.ts';

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

/**
 * Puts the inbox into the document, before everything else. It also fetches the bundles: what is imported does not hold
 * up the frame's `load`, at which the host says what is to be shown.
 */
function head(): Plugin {
  return {
    name: 'head',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {}, chunk: entry }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const charts = chunks.find((chunk) => chunk.name === 'charts');
        const scripts = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
        if (!entry || !charts || !scripts.test(html)) throw new Error('The page was built without its bundle or its charts');
        const isPaginated = entry.name === 'paginated';
        const { code } = await minify('inbox.js', await readFile(here('embedPage/inbox.js'), 'utf8'));
        const files = new Set((isPaginated ? [entry] : [entry, charts]).flatMap((chunk) => [chunk.fileName, ...chunk.imports]));
        const imports = [...files].map((file) => `import("/embed-assets/${file}");`).join('');
        return {
          html: html.replaceAll(scripts, ''),
          tags: [{ tag: 'script', children: `${imports}${code}`, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}

/** Compresses once and well what is served again and again. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file))) {
        const content = await readFile(join(dir, name));
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(content));
        await writeFile(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: here('embedPage'),
  base: '/embed-assets/',
  publicDir: false,
  plugins: [outlines(), head(), compressed()],
  build: {
    outDir: here('dist/page'),
    emptyOutDir: true,
    assetsDir: '',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // How long each plugin took is of no use to whoever starts the portal.
      checks: { bundlerTimings: false },
      input: [here('embedPage/index.html'), here('embedPage/paginated.html')],
      output: {
        // Browsers ask for six files at a time: what the first picture needs comes in few, so that its data need not queue.
        codeSplitting: {
          groups: [
            { name: 'shared', test: /emulator[\\/](?:embedPage|visuals|definitions)[\\/]|preload-helper/, minShareCount: 2 },
            { name: 'engine', test: /[\\/](?:echarts|zrender)[\\/](?!.*canvas)/i, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
