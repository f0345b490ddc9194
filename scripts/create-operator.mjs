// `npm run create-operator -- operator@example.com "Full Name"`: the first operator of an installation.
import { install, run } from './bootstrap.mjs';

install();
process.exit(run(['apps/api/scripts/create-operator.ts', ...process.argv.slice(2)]));
