// `npm start`: install, build, run.
import { build, install, serve } from './bootstrap.mjs';

install();
build();
serve(['apps/api/src/main.ts']);
