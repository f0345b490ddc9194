// Writes the types of the tables and the readable schema from the migrations: npm run schema
import { writeFile } from 'node:fs/promises';
import { copyTemplate, openTestServer } from '#test/harness/server.ts';
import { renderSchema } from './renderSchema.ts';
import { renderSql } from './renderSql.ts';

const server = await openTestServer();
try {
  const { ownerUrl, drop } = await copyTemplate(server);
  await writeFile(new URL('../src/platform/database/schema.ts', import.meta.url), await renderSchema(ownerUrl));
  await writeFile(new URL('../schema.sql', import.meta.url), await renderSql(ownerUrl));
  await drop();
} finally {
  await server.close();
}
