/** A partner takes everything of a unit: asked for, waited for, written to the disk by the browser itself, and opened. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import { unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';
import { makeUnit } from '../harness/unit.ts';

test('a partner asks for everything of a unit, waits, downloads and opens it; the link is used up', async ({ page, database, callAs }) => {
  const unit = await makeUnit(database);
  const { call } = await callAs(await unit.person('Ana Prado', 'admin'));
  await call(groups.add, { body: { name: 'Lojas do Sul', description: 'Quem vende' } });

  await signIn(page, demoPeople.parceiro, { at: `/companies/${unit.id}` });
  await page.getByRole('article').getByRole('button', { name: 'Ações', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Exportar tudo' }).click();
  const dialog = page.getByRole('dialog', { name: `Exportar tudo de ${unit.name}` });
  await dialog.getByRole('button', { name: 'Preparar o arquivo' }).click();
  await expect(dialog.getByRole('status')).toContainText('está pronto', { timeout: 60_000 });

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar o arquivo' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  // Not made by the page: the browser took it from the portal.
  expect(new URL(download.url()).pathname).toMatch(/^\/api\/unit_exports\//);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const texts = Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)] as const);
  expect(texts.find(([name]) => name.endsWith('Usuários.csv'))?.[1]).toContain('Ana Prado');
  expect(texts.find(([name]) => name.endsWith('Grupos de usuários.csv'))?.[1]).toContain('Lojas do Sul');

  expect((await page.request.get(download.url())).status()).toBe(404);
});
