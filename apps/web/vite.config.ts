import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import * as wire from '@vitrine/contract/wire.ts';
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

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
const codecName = (codec: unknown) => Object.entries(wire).find(([, exported]) => exported === codec)?.[0];

/** Lists of words and the like. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (typeof value === 'object' &&
    value !== null &&
    [Array.prototype, Object.prototype].includes(Object.getPrototypeOf(value) as object) &&
    Object.values(value).every(isPlain));

/**
 * `#endpoints/…` is a module of the contract with what a call needs of its endpoints (method, path and the codecs of `wire.ts`) and with
 * its plain constants. Schemas and what reads them weigh 40 KB: they come with the first form.
 */
const endpointsWithoutSchemas: Plugin = {
  name: 'endpoints-without-schemas',
  enforce: 'pre',
  resolveId: (source) => (source.startsWith('#endpoints/') ? `\0${source}` : null),
  async load(id) {
    if (!id.startsWith('\0#endpoints/')) return null;
    const contract: Record<string, unknown> = await import(id.replace('\0#endpoints', '@vitrine/contract'));
    const light = Object.entries(contract).flatMap(([name, value]) => {
      if (isPlain(value)) return [`export const ${name} = ${JSON.stringify(value)};`];
      if (!isEndpoint(value)) return [];
      const codecs = Object.entries(value.wire).map(([part, codec]) => `${part}: ${codecName(codec)}`);
      return [`export const ${name} = { method: '${value.method}', path: '${value.path}', wire: { ${codecs.join(', ')} } };`];
    });
    return [`import { ${Object.keys(wire).join(', ')} } from '@vitrine/contract/wire.ts';`, ...light].join('\n');
  },
};

/**
 * The browser compiles these while they arrive, beside the page: they are fetched while somebody types a password, and each of
 * their functions would be compiled by the first list otherwise, while somebody waits.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && ['shell', 'screens', 'portal'].includes(chunk.name) && !chunk.facadeModuleId?.endsWith('.json'))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
};

/** Programs of hosts that show reports have types for them: `/embed.d.ts`, the file that both sides are written against. */
const typesForHosts: Plugin = {
  name: 'types-for-hosts',
  async generateBundle() {
    const source = await readFile(new URL('../../packages/embed/src/messages.ts', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'embed.d.ts', source });
  },
};

/** Endpoints of areas and features that come with their screens. */
const lateEndpoints = [
  'access/bulk',
  'access/openAs',
  'audit',
  'automation',
  'billing',
  'datasets/capac',
  'embedding',
  'notifications/broadcasts',
  'notifications/pushDevices',
  'notifications/signInNotices',
  'notifications/wordings',
  'organisation',
  'people/erasurePreview',
  'people/provisioning',
  'people/userImport',
  'privacy/retention',
  'privacy/processingRecords',
  'privacy/incidents',
  'reading/reportComments',
  'reports/analyze',
  'reports/reportHealth',
  'reports/workspaces',
  'settings/accessHours',
  'settings/terms',
  'signIn/saml',
  'signIn/secondFactorPolicy',
  'signIn/ssoOnly',
  'support',
];
/** What every screen shares, but for the parts that come when somebody reaches for them. */
const shared = new RegExp(String.raw`/src/(?:platform|ui|shell)/|#endpoints/(?!${lateEndpoints.join('|')})`);
const onDemand =
  /\/src\/(?:platform\/(?:allRows|catalogues\/|confirmName|device\/|embed\/|passkeys|upload|zod)|ui\/(?!grid\/)[^/]+\/|ui\/(?:grid\/(?:exportButton|useNamedRow)|confirm|dialog|menuPopup|pickBox|reportCover|serviceMessage|sidePanel|sortable)|shell\/(?:help\/|notifications\/(?:words|latest|notificationItem|useNotificationActions)|levelTabs|menuDrawer|remoteAccess\/remote(?:Band|Concerns)|shortcuts|profileSurvey|terms|welcome))/;

export default defineConfig({
  plugins: [react(), endpointsWithoutSchemas, axiosByXhrOnly, zodOfBrowsers, compiledAhead, typesForHosts],
  build: {
    outDir: 'dist',
    manifest: true,
    // No inline scripts and no data: addresses, so that the content security policy can be strict.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The charts are one file, which comes with the first of them.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // The preview of a brand is a page of its own, in a frame, and so is an embedded report. What draws one is a script for other sites.
      input: {
        index: 'index.html',
        preview: 'preview.html',
        embedded: 'embedded.html',
        embed: '../../packages/embed/src/vitrineReport.ts',
      },
      // How long each plugin took is of no use to whoever starts the portal.
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // What the public pages say is one file for each language: one request before the sign-in box shows.
            {
              debugName: 'sentences',
              name: (id) => /(?:messages|publicSentences)\/([^/.]+)(?:\/(?:common|signIn)\.json|\.ts)$/.exec(id)?.[1] ?? null,
            },
            // Few files rather than many small ones: the sign-in page in one, what every screen shares in another.
            { name: 'signin', tags: ['$initial'], test: /node_modules|#endpoints\/|src\/(?:app|platform|ui|shell|features)\// },
            { name: 'shell', test: (id) => shared.test(id) && !onDemand.test(id) },
            { name: 'screens', test: /node_modules\/@tanstack\// },
            // Comes with the first form.
            { name: 'schemas', test: /node_modules\/zod\/|packages\/contract\/src\/(?:download|endpoint|errors|fields|list|upload)\.ts$/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:4000' } },
});
