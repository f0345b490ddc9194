// `npm run schema`: the types of the tables, read from a freshly migrated database.
import { install, run } from './bootstrap.mjs';

install();
process.exit(run(['apps/api/scripts/generate-schema.ts']));
