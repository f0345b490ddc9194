/** The baseline of exports: every row and the whole workbook in memory. */
import { createServer } from 'node:http';
import { writeXlsx } from 'hucre/xlsx';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

async function workbook(): Promise<Uint8Array> {
  const { rows, fields } = await pool.query<(string | null)[]>({ text: process.env.EXPORTED ?? '', rowMode: 'array' });
  return writeXlsx({ sheets: [{ name: 'Rows', rows: [fields.map(({ name }) => name), ...rows] }] });
}

const server = createServer((request, response) => {
  if (request.url !== '/export') return void response.end('pong');
  return void workbook().then(
    (content) => response.end(content),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
// No time-outs, because the process does not answer while it makes the workbook.
server.keepAliveTimeout = 0;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
