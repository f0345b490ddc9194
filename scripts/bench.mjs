// `npm run bench`: ratios to the limit program; `npm run bench -- list` measures one row. See bench/README.md.
import { build, install, run } from './bootstrap.mjs';

install();
build();
process.exit(run(['bench/main.ts', ...process.argv.slice(2)]));
