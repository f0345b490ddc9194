// `npm run check`: format, lint with types, import boundaries and cycles, types, unused code, what documents name. Each names what it found.
import { bin, install, run } from './bootstrap.mjs';

install();

const checks = [
  ['format', [bin('oxfmt'), '--check', '.']],
  // One program for both: the types are loaded once, for every tsconfig.json of the project.
  ['lint and types', [bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings']],
  ['unused code', [bin('knip')]],
  ['documents', ['scripts/documents.mjs']],
];

let failed = false;
for (const [name, args] of checks) {
  const ok = run(args) === 0;
  console.log(ok ? '✓' : '✗', name);
  failed ||= !ok;
}
process.exit(failed ? 1 : 0);
