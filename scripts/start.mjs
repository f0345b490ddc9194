// `npm start`: install, build, run.
import { build, install, readSettings, serve } from './bootstrap.mjs';

readSettings();
install({ production: process.env.NODE_ENV === 'production' });
build();
serve(['apps/api/src/main.ts']);
