/** What the service tells of the model behind a report: columns and their values by queries, roles by a scan of its workspace. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import { systemClock } from '@vitrine/powerbi/clock.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { QueryAnswer } from '@vitrine/powerbi/queries.ts';
import type { ScanResult } from '@vitrine/powerbi/scans.ts';
import { expiringCache } from '#platform/expiringCache.ts';
import { fail } from '#platform/http/fail.ts';
import type { ModelColumn } from './dax.ts';
import { columnName, condition, holdsWords } from './dax.ts';
import type { Calling } from './powerbiCalls.ts';
import type { PowerbiReport, ReportAddress } from './powerbiReport.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

type Describe = (account: ReportingAccount, address: ReportAddress) => Promise<PowerbiReport>;
type Value = ColumnFilter['values'][number];

/** A role of a model: what it lets through, table by table, in the language of the model. */
export type ModelRole = { name: string; rules: { table: string; expression: string }[] };

/** How many values of a column somebody sees, of how many. */
type Count = { seen: number; all: number };

/** Null wherever the service answers no queries about the model, as with row-level security. */
export type ModelQueries = {
  /** Whether the model of the report has this column. */
  hasColumn: (account: ReportingAccount, address: ReportAddress, column: ModelColumn) => Promise<boolean | null>;
  /** Columns with the number of their values. */
  columns: (account: ReportingAccount, address: ReportAddress) => Promise<(ModelColumn & { distinct: number })[] | null>;
  /** The first values of a column that hold the words. */
  values: (
    account: ReportingAccount,
    address: ReportAddress,
    column: ModelColumn,
    wanted: { words: string; most: number },
  ) => Promise<{ values: Value[]; more: boolean } | null>;
  /** For each column, how many of its values stay when the filters are put on. */
  counts: (
    account: ReportingAccount,
    address: ReportAddress,
    columns: readonly ModelColumn[],
    filters: readonly ColumnFilter[],
  ) => Promise<Count[] | null>;
  /** Those values of a filter that its column has. */
  existing: (account: ReportingAccount, address: ReportAddress, filter: ColumnFilter) => Promise<Value[] | null>;
  /** Roles by dataset of a workspace, or null for accounts that may not scan; takes as long as the service takes. */
  roles: (account: ReportingAccount, workspaceId: string) => Promise<Map<string, ModelRole[]> | null>;
};

const scanPauseMs = 1000;
const scanWithinMs = 90_000;

/** Hidden columns that every table has in the engine. */
const isOfEngine = (column: string): boolean => column.startsWith('RowNumber-');

const valuesOf = ({ rows }: QueryAnswer): Value[] =>
  rows.flatMap((row) => Object.values(row).flatMap((cell) => (cell === null || cell === '' ? [] : [cell])));

export function modelQueries(calling: Calling, describe: Describe): ModelQueries {
  async function ask(account: ReportingAccount, address: ReportAddress, query: string): Promise<QueryAnswer | null> {
    const { dataset_id, dataset_workspace_id } = await describe(account, address);
    if (dataset_id === null) return null;
    return calling(account, async ({ queries }) => {
      try {
        const answer = await queries.execute(dataset_workspace_id ?? address.workspace_id, dataset_id, query);
        return answer.error === undefined ? answer : null;
      } catch (error) {
        if (!(error instanceof PowerBiError)) throw error;
        if (error.kind === 'invalid') return null;
        // Queries have a limit of their own: to have reached it says nothing about opening reports.
        if (error.kind === 'throttled') fail('reporting_throttled', {}, {}, error);
        throw error;
      }
    });
  }
  return {
    async hasColumn(account, address, column) {
      if (await ask(account, address, `EVALUATE TOPN(1, VALUES(${columnName(column)}))`)) return true;
      // A service that answers no query at all says nothing about the column.
      return (await ask(account, address, 'EVALUATE ROW("n", 1)')) ? false : null;
    },

    async columns(account, address) {
      const answer = await ask(account, address, 'EVALUATE COLUMNSTATISTICS()');
      return (
        answer?.rows.flatMap((row) => {
          const [table, column, distinct] = [row['[Table Name]'], row['[Column Name]'], row['[Cardinality]']];
          if (typeof table !== 'string' || typeof column !== 'string' || isOfEngine(column)) return [];
          return [{ table, column, distinct: typeof distinct === 'number' ? distinct : 0 }];
        }) ?? null
      );
    },

    async values(account, address, column, { words, most }) {
      const name = columnName(column);
      const rows = words === '' ? `VALUES(${name})` : `FILTER(VALUES(${name}), ${holdsWords(column, words)})`;
      // One more than wanted tells whether there are others, one for the blank one.
      const answer = await ask(account, address, `EVALUATE TOPN(${most + 2}, ${rows}, ${name}, ASC) ORDER BY ${name}`);
      if (!answer) return null;
      const values = valuesOf(answer);
      return { values: values.slice(0, most), more: values.length > most };
    },

    async counts(account, address, columns, filters) {
      const cells = columns.flatMap((column, index) => {
        const count = `DISTINCTCOUNTNOBLANK(${columnName(column)})`;
        return [`"s${index}", CALCULATE(${[count, ...filters.map(condition)].join(', ')})`, `"a${index}", CALCULATE(${count})`];
      });
      const answer = await ask(account, address, `EVALUATE ROW(${cells.join(', ')})`);
      const [row] = answer?.rows ?? [];
      // A number that is nought is blank, and blank cells are left out.
      return row ? columns.map((_, index) => ({ seen: Number(row[`[s${index}]`] ?? 0), all: Number(row[`[a${index}]`] ?? 0) })) : null;
    },

    async existing(account, address, filter) {
      const answer = await ask(account, address, `EVALUATE FILTER(VALUES(${columnName(filter)}), ${condition(filter)})`);
      return answer ? valuesOf(answer) : null;
    },

    roles: (account, workspaceId) =>
      calling(account, async ({ scans }) => {
        try {
          return rolesIn(await scanOf(scans, workspaceId));
        } catch (error) {
          // Scanning is a right of its own, with limits of its own.
          if (error instanceof PowerBiError && (error.status ?? 500) < 500) return null;
          throw error;
        }
      }),
  };
}

const scannedForMs = 15 * 60_000;

/**
 * The roles of a model, as a scan of its workspace told within the last quarter of an hour; null where the account may not scan. The
 * first who asks waits for the scan, which may be long: whoever has less patience asks again.
 */
export type ScannedRoles = (account: ReportingAccount, address: ReportAddress) => Promise<ModelRole[] | null>;

export function rolesByScan(roles: ModelQueries['roles'], describe: Describe, now: () => Date): ScannedRoles {
  const scanned = expiringCache<ReadonlyMap<string, ModelRole[]> | null>({ limit: 500, now });
  return async (account, address) => {
    const { dataset_id, dataset_workspace_id } = await describe(account, address);
    if (dataset_id === null) return null;
    const workspace_id = dataset_workspace_id ?? address.workspace_id;
    const byDataset = await scanned(JSON.stringify([account.tenant_id, account.id, account.version, workspace_id]), async () => ({
      value: await roles(account, workspace_id),
      usableUntil: new Date(now().getTime() + scannedForMs),
    }));
    return byDataset?.get(dataset_id.toLowerCase()) ?? null;
  };
}

async function scanOf(scans: PowerBi['scans'], workspaceId: string): Promise<ScanResult> {
  let { id, status } = await scans.start([workspaceId]);
  for (let waited = 0; status !== 'Succeeded' && waited < scanWithinMs; waited += scanPauseMs) {
    await systemClock.sleep(scanPauseMs);
    ({ id, status } = await scans.status(id));
  }
  return scans.result(id);
}

const rolesIn = ({ workspaces }: ScanResult): Map<string, ModelRole[]> =>
  new Map(
    workspaces.flatMap(({ datasets = [] }) =>
      datasets.map((dataset): [string, ModelRole[]] => [
        dataset.id.toLowerCase(),
        (dataset.roles ?? []).map(({ name, tablePermissions = [] }) => ({
          name,
          rules: tablePermissions.map((rule) => ({ table: rule.name, expression: rule.filterExpression ?? '' })),
        })),
      ]),
    ),
  );
