/**
 * JavaScript that has to arrive (gzip) before the sign-in box can be used, and before the first list shows.
 * Reads the manifest of the last build; `npm test` runs it; `node scripts/bundleSize.ts [screen module]` prints both and fails over the limit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

const dist = join(import.meta.dirname, '../dist');

/** KB of gzip as they are counted in the goals (performance, row 12). */
const limits = { login: 125, list: 237 };

const sentences = (...names: string[]) => names.map((name) => `../../packages/messages/pt-BR/${name}.json`);

const loginModules = ['index.html', 'src/platform/publicSentences/pt-BR.ts'];

/** What the first list needs besides: the portal, its sentences, and the screen with its own. */
const listModules = (screen: string, namespace: string) => [
  ...loginModules,
  'src/app/portal.tsx',
  'src/app/preload.ts',
  ...sentences('shell', 'ui', namespace),
  screen,
];

/** The files of these modules with everything that they import, each once. */
function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The manifest has no ${name}; build first`);
    if (seen.has(name)) return;
    seen.add(name);
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  return [...files].filter((file) => file.endsWith('.js'));
}

const readManifest = (): Manifest => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Gzip size in KB. */
const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1024;

if (import.meta.main) {
  const manifest = readManifest();
  const [, , screen = 'src/features/reports/reportGroups/reportGroups.tsx', namespace = 'reportGroups'] = argv;
  const paths = { login: loginModules, list: listModules(screen, namespace) };
  for (const [name, modules] of Object.entries(paths) as [keyof typeof limits, string[]][]) {
    const files = filesOf(manifest, modules);
    const size = sizeOf(files);
    console.log(`${name}: ${size.toFixed(1)} KB in ${files.length} files, limit ${limits[name]} KB`);
    if (size > limits[name]) process.exitCode = 1;
  }
}
