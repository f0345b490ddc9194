// Writes src/core/database/schema.ts from the migrations: node apps/api/scripts/generate-schema.ts
import { writeFile } from 'node:fs/promises';
import { copyTemplate, openTestServer } from '../test/harness/server.ts';
import { renderSchema } from './render-schema.ts';

const server = await openTestServer();
try {
  const { ownerUrl, drop } = await copyTemplate(server);
  await writeFile(new URL('../src/core/database/schema.ts', import.meta.url), await renderSchema(ownerUrl));
  await drop();
} finally {
  await server.close();
}
