/** Row 14: a page of six visuals on ten million rows as the embed page asks for it, against the same questions in SQL sent to the database directly. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { QueryAnswer } from '@vitrine/emulator/definitions/embedApi.ts';
import { planPage } from '@vitrine/emulator/visuals/query/plan.ts';
import { authoredView } from '@vitrine/emulator/visuals/view/view.ts';
import type { Measurement } from '../bench.ts';
import { createEmbedTokens } from '../limit/embedToken.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { report, reportContent, tables, workspaceId } from '../reportContent.ts';
import { embedded, startService } from '../servers/reporting.ts';

const millions = 10;
const [page] = report.pages;
const planned = page ? planPage(authoredView(report), page, page.visuals) : [];

const sales = 'FROM Sales JOIN Day d USING (date)';
const store = 'JOIN Store s ON s.code = store';
const product = 'JOIN Product p ON p.code = product';
const revenues = 'sum(amount) FILTER (NOT returned) AS r, sum(amount) FILTER (NOT returned) / count(*)';

/** What the visuals ask, written by hand; a table asks for its total as well. */
const statements: Record<string, string[]> = {
  card: [`SELECT sum(amount) FILTER (NOT returned), count(*) ${sales} WHERE d.year = 2026`],
  months: [`SELECT date_trunc('month', date), sum(amount) ${sales} WHERE d.year = 2026 AND NOT returned GROUP BY 1 ORDER BY 1`],
  regions: [`SELECT region, sum(amount) ${sales} ${store} WHERE d.year = 2026 AND NOT returned GROUP BY 1 ORDER BY 2 DESC`],
  categories: [
    `SELECT category, region, sum(amount) ${sales} ${product} ${store} WHERE d.year = 2026 AND NOT returned GROUP BY 1, 2 ORDER BY 2, 1`,
  ],
  stores: [
    `SELECT name, ${revenues} ${sales} ${store} WHERE d.year = 2026 GROUP BY 1 ORDER BY name LIMIT 200`,
    `SELECT ${revenues} ${sales} WHERE d.year = 2026`,
  ],
  products: [`SELECT name, sum(quantity) ${sales} ${product} WHERE d.year = 2026 GROUP BY 1 ORDER BY 2 DESC LIMIT 20`],
};

async function loadDirectly(directory: string): Promise<{ connection: DuckDBConnection; close: () => void }> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const name of Object.keys(tables))
    await connection.run(`CREATE TABLE ${name} AS SELECT * FROM '${join(directory, `${name}.parquet`)}'`);
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

export const measureQueries: Measurement = async (bench) => {
  const { root, data } = await reportContent(millions * 1_000_000);
  const service = await startService({ CONTENT_DIR: root });
  const direct = await loadDirectly(data);
  const { token } = await createEmbedTokens(embedded(service, { workspace_id: workspaceId, id: report.id }))();
  const body = JSON.stringify({ queries: planned.map(({ query }) => query) });
  const headers = { authorization: `EmbedToken ${token}`, 'content-type': 'application/json' };
  const ask = async (): Promise<QueryAnswer> => {
    const answer = await fetch(`${service.origin}/embed-api/reports/${report.id}/query`, { method: 'POST', headers, body });
    return (await answer.json()) as QueryAnswer;
  };
  /** Rows of each visual, so that both sides are known to have answered the same. */
  const viaService = async (): Promise<{ sizes: number[]; ms: number }> => {
    const { result, ms } = await timed(ask);
    const sizes = result.results.map((one) => {
      if ('error' in one) throw new Error(`A visual was not answered: ${JSON.stringify(one)}`);
      return one.rows.length;
    });
    return { sizes, ms };
  };
  const viaSql = async (): Promise<{ sizes: number[]; ms: number }> => {
    const { result, ms } = await timed(async () => {
      const sizes: number[] = [];
      for (const { visual } of planned) {
        const [first = '', ...more] = statements[visual] ?? [];
        sizes.push((await direct.connection.runAndReadAll(first)).getRowsJS().length);
        for (const statement of more) (await direct.connection.runAndReadAll(statement)).getRowsJS();
      }
      return sizes;
    });
    return { sizes: result, ms };
  };
  try {
    const [ours, theirs] = [await viaService(), await viaSql()];
    if (ours.sizes.join() !== theirs.sizes.join())
      throw new Error(`Different answers: ${ours.sizes.join()} and ${theirs.sizes.join()} rows`);
    const page = async (way: typeof viaSql): Promise<Sample> => ({ page: (await way()).ms });
    const samples = await interleave({ service: () => page(viaService), sql: () => page(viaSql) }, bench);
    return [
      {
        row: '14',
        what: `six visuals on ${millions} million rows`,
        ratio: ratioOf(samples.service, samples.sql, 'page'),
        target: 1.3,
        note: `SQL ${middleOf(samples.sql, 'page').toFixed(0)} ms`,
      },
    ];
  } finally {
    direct.close();
    await service.stop();
  }
};
