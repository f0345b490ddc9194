// `npm run check`: format, lint with types, import boundaries and cycles, types, unused code. Each names what it found.
import { bin, install, run } from './bootstrap.mjs';

install();

const checks = [
  ['format', [bin('oxfmt'), '--check', '.']],
  ['lint', [bin('oxlint'), '--type-aware', '--deny-warnings']],
  ['types', [bin('typescript', 'tsc'), '-p', 'tsconfig.json']],
  ['types of the web', [bin('typescript', 'tsc'), '-p', 'apps/web/tsconfig.json']],
  ['types of the journeys', [bin('typescript', 'tsc'), '-p', 'e2e/tsconfig.json']],
  ['types of the embed page', [bin('typescript', 'tsc'), '-p', 'apps/powerbi-emulator/page/tsconfig.json']],
  ['types of printed reports', [bin('typescript', 'tsc'), '-p', 'apps/powerbi-emulator/print/tsconfig.json']],
  ['unused code', [bin('knip')]],
];

let failed = false;
for (const [name, args] of checks) {
  const ok = run(args) === 0;
  console.log(ok ? '✓' : '✗', name);
  failed ||= !ok;
}
process.exit(failed ? 1 : 0);
