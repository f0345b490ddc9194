// What `npm run mutate` changes, in parts that take minutes: rules that ask no database, and the tests that promise something of them.
const api = 'apps/api/src';
const contract = 'packages/contract/src';
const features = `${api}/features`;

/** @type {Record<string, { changed: string[], tests: string[] }>} */
export const parts = {
  // Who may do what: the 63 rows and the conditions behind them.
  rights: {
    changed: [`${contract}/capabilities.ts`, `${api}/domain/access/access.ts`],
    tests: [`${contract}/capabilities.test.ts`, 'apps/api/test/rights/rights.test.ts', `${api}/domain/access/access.test.ts`],
  },
  // Who sees which report and which rows.
  reports: {
    changed: [`${api}/domain/reportAccess/{decide,variables,receiver.rules}.ts`],
    tests: [`${api}/domain/reportAccess/{decide,variables,receiver.rules}.test.ts`],
  },
  // Who is let in, from where and when.
  access: {
    changed: [`${api}/domain/access/{accessHours,accessRules}.ts`, `${api}/platform/http/ipAddress.ts`],
    tests: [`${api}/domain/access/access{Hours,Rules}.test.ts`, `${api}/platform/http/ipAddress.test.ts`],
  },
  // Signing in and sessions.
  sessions: {
    changed: [`${api}/domain/session/intendedPath.ts`, `${api}/domain/session/*.rules.ts`, `${features}/signIn/*/*.rules.ts`],
    tests: [`${api}/domain/session/intendedPath.test.ts`, `${api}/domain/session/*.rules.test.ts`, `${features}/signIn/*/*.rules.test.ts`],
  },
  passwords: {
    changed: [`${api}/domain/session/passwordRules.ts`, `${contract}/passwordRules.ts`],
    tests: [`${api}/domain/session/passwordRules.test.ts`, `${contract}/passwordRules.test.ts`],
  },
  // What a unit inherits, what its administrators may change, and how they are kept from locking themselves out.
  settings: {
    changed: [`${features}/settings/*/*.rules.ts`],
    tests: [`${features}/settings/*/*.rules.test.ts`],
  },
  // Daily limits, schedules, ends of links, what a file may show.
  limits: {
    changed: [`${features}/{datasets,playlists,reading}/*/*.rules.ts`, `${features}/reports/reports/reports.rules.ts`],
    tests: [`${features}/{datasets,playlists,reading}/*/*.rules.test.ts`, `${features}/reports/reports/reports.rules.test.ts`],
  },
  // What a file that somebody sends is taken for.
  files: {
    changed: [`${features}/reports/reports/htmlPage.rules.ts`, `${features}/reports/reports/*/*.rules.ts`],
    tests: [`${features}/reports/reports/htmlPage.rules.test.ts`, `${features}/reports/reports/*/*.rules.test.ts`],
  },
  people: {
    changed: [`${features}/people/users/*.rules.ts`, `${contract}/mailDomains.ts`],
    tests: [`${features}/people/users/*.rules.test.ts`, `${contract}/mailDomains.test.ts`],
  },
  // What a spreadsheet of people is taken for.
  imports: {
    changed: [`${features}/people/userImport/*.rules.ts`],
    tests: [`${features}/people/userImport/*.rules.test.ts`],
  },
};

/** The part of that name, or an error that tells the names there are. */
export function partNamed(name = '') {
  const part = parts[name];
  if (!part) throw new Error(`npm run mutate -- [${Object.keys(parts).join(' | ')}]: there is no part “${name}”`);
  return part;
}

/** The part that the configurations are for: the one that runs, or the first where they are only read. */
export const chosenPart = partNamed(process.env.MUTATION_PART ?? 'rights');
