/**
 * What runs once more on the PostgreSQL that TEST_DATABASE_URL names: tests whose subject is what the database does.
 * Everything else says the same on every server; docs/testing.md has the rule. A pattern that names no file fails
 * test/database/secondDatabase.test.ts.
 */
import { defineConfig } from 'vitest/config';
import api from './vitest.config.ts';

export const onTheSecondDatabase = [
  // The data layer: transactions, isolation, errors, migrations, the catalogue's invariants, the audit triggers.
  'test/database/contract/*.test.ts',
  'test/database/{audit,invariants,migrate,schema,values}.test.ts',
  // Row-level security as a reader meets it. That nothing else holds is the same on every server.
  'test/matrix/reading.test.ts',
  // Jobs, cleaning up, counting attempts: locks, schedules and the time of the database.
  'src/**/jobs/*.test.ts',
  'src/**/*.jobs.test.ts',
  'src/**/{housekeeping,logMonths,rateLimit,live}.test.ts',
  // One statement that decides: the session of a request, who sees which report.
  'src/**/{authenticate,visible}.test.ts',
  // Search, long lists and their order: collations, trigrams, plans.
  'src/**/{userList,home,reportGroups,usersWithReports,reportUsage}.test.ts',
  'src/**/audit/*.test.ts',
  'src/**/themes/reach.test.ts',
  // Functions that reach over many tables: erasing a person, whole tables of people at once.
  'src/**/{privacy,userImport,undo,inheritance,sharedTerms}.test.ts',
];

export default defineConfig({ root: import.meta.dirname, test: { ...api.test, name: 'database', include: onTheSecondDatabase } });
