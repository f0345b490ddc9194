// `npm run schema`: the types of the tables and the readable schema.sql, read from a freshly migrated database.
import { install, run } from './bootstrap.mjs';

install();
process.exit(run(['apps/api/scripts/generateSchema.ts']));
