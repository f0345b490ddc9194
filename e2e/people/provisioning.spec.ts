/** A directory provisions a unit: rehearsed first, then for real, told person by person; and whoever is disabled there is out at once. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startEmulator } from '@vitrine/emulator/emulator.ts';
import { origin } from '../harness/addresses.ts';
import type { Database } from '../harness/database.ts';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';
import type { Member, Unit } from '../harness/unit.ts';

/** A directory of the journey's own: somebody whom the portal knows, somebody new, and the group of both. */
async function openDirectory(known: Member) {
  const [celia, rita] = [
    { object_id: randomUUID(), name: known.name, mail: known.email, vouched: true, guest: false },
    { object_id: randomUUID(), name: 'Rita Aguiar', mail: `rita-${randomUUID()}@unidade.example`, vouched: true, guest: false },
  ];
  const members = [celia.object_id, rita.object_id];
  const { address, close } = await startEmulator({ people: [celia, rita], groups: [{ id: randomUUID(), name: 'Plantão', members }] });
  const admin = async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${address}/admin/${path}`, { method, ...sent });
    return answer.status === 204 ? null : answer.json();
  };
  return {
    close,
    /** Begins with an application from the beginning, as “restart provisioning” does. */
    async provision(token: string) {
      await admin('DELETE', 'provisioning');
      const settings = { address: `${origin}/scim/v2`, token, dialect: 'entra_flag', domains: [], every_minutes: 60, running: false };
      await admin('PUT', 'provisioning', settings);
      expect(await admin('POST', 'provisioning/run')).toEqual({ succeeded: true });
    },
    async disable() {
      await admin('PATCH', `people/${celia.object_id}`, { disabled: true });
      expect(await admin('POST', 'provisioning/run')).toEqual({ succeeded: true });
    },
  };
}

const allow = (database: Database, { id }: Unit) =>
  database.rows(`update tenant_setting set value = value || '{"admins_set_sign_in":true}' where tenant_id = $1`, [id]);
const story = (page: Page, name: string) =>
  page.getByRole('region', { name: 'O que aconteceu' }).getByRole('listitem').filter({ hasText: name });

test('a directory rehearses, then comes for real, and who is disabled there leaves the page that they have open', async ({
  page,
  browser,
  database,
  unit,
  admin,
  reader,
}) => {
  await allow(database, unit);
  const directory = await openDirectory(reader);
  await signIn(page, admin, { at: '/provisioning' });
  await page.getByRole('button', { name: 'Novo token' }).click();
  const form = panel(page, 'Novo token');
  await form.getByRole('textbox', { name: /^Nome/ }).fill('Entra da matriz');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  const token = (await form.getByText(/^vitrine_scim_/).textContent()) ?? '';
  await form.getByRole('button', { name: 'Já copiei' }).click();
  await expect(page.getByText(token)).toBeHidden();

  await directory.provision(token);
  await page.reload();
  const tokens = page.getByRole('region', { name: 'Tokens' });
  for (const count of ['Criados: 2', 'Alterados: 1', 'Recusados: 0']) await expect(tokens.getByText(count)).toBeVisible();
  await expect(story(page, 'Rita Aguiar').filter({ hasText: 'Ensaio: seria criado.' })).toBeVisible();
  await expect(story(page, 'Plantão').filter({ hasText: 'Entraram: Célia Prates, Rita Aguiar' })).toBeVisible();
  expect(await database.rows('select from user_group where tenant_id = $1', [unit.id])).toEqual([]);

  await tokens.getByRole('button', { name: 'Passar a valer' }).click();
  await panel(page, 'Passar a valer').getByRole('button', { name: 'Passar a valer' }).click();
  await expect(tokens.getByText('Em uso')).toBeVisible();
  await directory.provision(token);
  await page.reload();
  await expect(story(page, 'Rita Aguiar').filter({ hasText: 'O portal criou o usuário, como leitor.' })).toBeVisible();
  await expect(story(page, reader.name).filter({ hasText: 'O usuário já existia' })).toBeVisible();
  await expect(story(page, 'Plantão').filter({ hasText: /Entraram: .*Rita Aguiar/ })).toBeVisible();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, reader);
  await directory.disable();
  await expect(theirs).toHaveURL(/\/signin/);
  await page.reload();
  await expect(story(page, reader.name).first()).toContainText('O portal inativou o usuário e encerrou as sessões dele.');
  await context.close();
  await directory.close();
});
