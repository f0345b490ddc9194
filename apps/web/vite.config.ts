import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** axios itself leaves its Node adapter out of browsers in this way. */
const axiosByXhrOnly: Plugin = {
  name: 'axios-by-xhr-only',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === './fetch.js' && importer?.includes('/axios/lib/adapters/')) return join(import.meta.dirname, 'noFetchAdapter.ts');
    if (source.endsWith('/HttpStatusCode.js') && importer?.includes('/axios/lib/')) return join(import.meta.dirname, 'noStatusNames.ts');
    return null;
  },
};

/** Schemas check what is read and sent; only the server writes them down as JSON schemas, and forms have their own words. */
const zodOfBrowsers: Plugin = {
  name: 'zod-of-browsers',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source.endsWith('/to-json-schema.js') && importer?.endsWith('/zod/v4/classic/schemas.js'))
      return join(import.meta.dirname, 'noJsonSchema.ts');
    if (source.endsWith('/locales/en.js') && importer?.includes('/zod/v4/classic/')) return join(import.meta.dirname, 'noZodWords.ts');
    return null;
  },
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({ code: code.replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gm, ''), map: null }),
  },
};

/** Parts of core that come when somebody reaches for them. */
const onDemand =
  /core\/(?:allRows|catalogues\/|confirmName|embed\/|passkeys|upload|notify\/(?:words|Latest|NotificationItem|useNotificationActions)|ui\/(?:form\/|password\/|resource\/|secondFactor\/|survey\/|grid\/(?:ExportButton|useNamedRow)|Confirm|Dialog|LevelTabs|MenuPopup|PickBox|ReportCover|SidePanel|Sortable)|shell\/(?:MenuDrawer|Palette|palette|Shortcuts|Survey|Terms|Welcome))/;

export default defineConfig({
  plugins: [react(), axiosByXhrOnly, zodOfBrowsers],
  build: {
    outDir: 'dist',
    manifest: true,
    // No inline scripts and no data: addresses, so that the content security policy can be strict.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The charts are one file, which comes with the first of them.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the public pages say is one file for each language: one request before the sign-in box shows.
            { debugName: 'sentences', name: (id) => /messages\/([^/]+)\/(?:common|signin)\.json/.exec(id)?.[1] ?? null },
            // Few files rather than many small ones: the sign-in page in one, what every screen shares in another.
            { name: 'signin', tags: ['$initial'], test: /node_modules|src\/(?:core|features)\// },
            { name: 'shell', test: (id) => id.includes('/src/core/') && !onDemand.test(id) },
            { name: 'screens', test: /node_modules\/(?:@tanstack|zod)\/|packages\/contract\/src\/[^/]+$/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:4000' } },
});
