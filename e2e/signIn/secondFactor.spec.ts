import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { CDPSession, Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { mailsTo, nextMailTo } from '../harness/outbox.ts';
import { code, codeOf, enter, inside, require2fa, setUpApp } from '../harness/secondFactor.ts';
import { fields } from '../harness/signIn.ts';

/** An authenticator of the browser, as a phone or laptop has one. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test('a forced second factor is set up at the sign-in, and asked for at the next one', async ({ page, database, unit, reader }) => {
  await require2fa(database, unit.id);
  await enter(page, reader.email, '/signin?redirect=%2Fall%2Freports');
  await expect(page.getByRole('heading', { name: 'Proteja a sua conta' })).toBeVisible();
  await expect(page, 'the token leaves the address').toHaveURL(`${origin}/config/2fa?redirect=%2Fall%2Freports`);

  await page.getByRole('button', { name: /Aplicativo autenticador/ }).click();
  await expect(code(page)).toBeVisible();
  await code(page).fill('000000');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('O código está incorreto ou já foi usado.')).toBeVisible();
  await page.getByRole('button', { name: 'Escolher outra forma' }).click();

  const { secret, codes } = await setUpApp(page);
  expect(codes).toHaveLength(10);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar' }).click();
  expect((await downloaded).suggestedFilename()).toBe('codigos-de-recuperacao.txt');
  await page.getByRole('button', { name: 'Já guardei, continuar' }).click();
  await inside(page);
  await expect(page).toHaveURL(`${origin}/all/reports`);

  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await enter(page, reader.email);
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
  await expect(code(page)).toBeFocused();
  await code(page).pressSequentially('123456');
  await expect(page.getByText('O código está incorreto ou já foi usado.')).toBeVisible();
  // Six digits are a whole code: nothing has to be pressed.
  await code(page).fill(codeOf(secret, 1));
  await inside(page);
});

test('a recovery code lets in once, and an abandoned step leads back to the sign-in', async ({ page, browser, database, unit, reader }) => {
  await require2fa(database, unit.id);
  await enter(page, reader.email);
  const { codes } = await setUpApp(page);
  const [first = ''] = codes;
  for (const expected of ['in', 'refused']) {
    const other = await browser.newPage();
    await enter(other, reader.email);
    await other.getByRole('button', { name: 'Usar um código de recuperação' }).click();
    await code(other).fill(first.toUpperCase());
    await other.keyboard.press('Enter');
    if (expected === 'in') await inside(other);
    else await expect(other.getByText('O código está incorreto ou já foi usado.')).toBeVisible();
    if (expected === 'refused') {
      await other.getByRole('button', { name: 'Voltar para a entrada' }).click();
      await expect(fields(other).email).toHaveValue(reader.email);
    }
    await other.close();
  }
});

test('a code by mail is a second factor too', async ({ page, browser, database, unit, reader }) => {
  await require2fa(database, unit.id);
  await enter(page, reader.email);
  await page.getByRole('button', { name: /Código por e-mail/ }).click();
  await page.getByRole('button', { name: 'Enviar código' }).click();
  const codeIn = (mail: string) => /^\d{6}\r?$/m.exec(mail)?.[0].trim() ?? '';
  await code(page).fill(codeIn(await nextMailTo(reader.email)));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('button', { name: 'Já guardei, continuar' }).click();
  await inside(page);

  await database.rows(`update mailed_code set sent_at = now() - interval '2 minutes' where person_id = $1`, [reader.id]);
  const other = await browser.newPage();
  await enter(other, reader.email);
  await expect(other.getByText(/Enviamos um código de 6 números para/)).toBeVisible();
  await expect.poll(async () => (await mailsTo(reader.email)).length).toBe(2);
  await code(other).fill(codeIn((await mailsTo(reader.email)).at(-1) ?? ''));
  await inside(other);
  await other.close();
});

test('a passkey is made in the account, signs in alone, is renamed and removed', async ({ page, reader }) => {
  await withAuthenticator(page);
  await enter(page, reader.email);
  await inside(page);
  await page.goto('/account?section=security');
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await page.getByLabel('Nome para reconhecê-la').fill('Notebook de Célia');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('dialog', { name: 'Códigos de recuperação' })).toBeVisible();
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await expect(page.getByText('Notebook de Célia')).toBeVisible();

  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await inside(page);

  await page.goto('/account?section=security');
  await page.getByRole('button', { name: 'Renomear' }).click();
  await page.getByLabel('Nome para reconhecê-la').fill('Notebook antigo');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Notebook antigo')).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: 'Notebook antigo' }).getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Sim' }).click();
  await expect(page.getByText('Notebook antigo', { exact: true })).toBeHidden();
});

test('a passkey is the second step after the password', async ({ page, database, unit, reader }) => {
  await require2fa(database, unit.id);
  await withAuthenticator(page);
  await enter(page, reader.email);
  await page.getByRole('button', { name: /Chave de acesso/ }).click();
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await page.getByRole('button', { name: 'Já guardei, continuar' }).click();
  await inside(page);
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await enter(page, reader.email);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await inside(page);
});

test('an administrator sees who would be stopped tomorrow before asking everybody for it', async ({
  page,
  browser,
  database,
  unit,
  admin,
  reader,
}) => {
  await database.rows(`update tenant_setting set value = value || '{"admins_set_second_factor":true}' where tenant_id = $1`, [unit.id]);
  await enter(page, admin.email);
  await inside(page);
  await page.getByRole('link', { name: 'Segurança' }).click();
  await expect(page.getByRole('row').filter({ hasText: reader.email })).toContainText('Nenhuma');
  await page.getByLabel('Exigir nesta unidade').check();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByText('2 usuários ainda não têm segunda etapa')).toBeVisible();
  await page.getByRole('button', { name: 'Sim' }).click();
  await expect(page.getByText('Regras da verificação em duas etapas salvas.')).toBeVisible();

  const other = await browser.newPage();
  await enter(other, reader.email);
  await expect(other.getByRole('heading', { name: 'Proteja a sua conta' })).toBeVisible();
  await other.close();
});

test('a partner’s person who lost the second step is helped by the operator', async ({ page, database }) => {
  const name = `Paula ${crypto.randomUUID().slice(0, 8)}`;
  const email = `${crypto.randomUUID()}@parceiro.example`;
  const [partner] = await database.rows<{ id: string }>(`insert into partner (id, name) values (uuidv7(), $1) returning id`, [
    `Parceiro de ${name}`,
  ]);
  const [person] = await database.rows<{ id: string }>(
    `with made as (insert into person (id, email, name) values (uuidv7(), $1, $2) returning id),
       works as (insert into staff (person_id, role, partner_id) select id, 'partner', $3 from made),
       has as (insert into second_factor (person_id, email_confirmed_at) select id, now() from made)
     select id from made`,
    [email, name, partner?.id],
  );
  await enter(page, demoPeople.operador.email);
  await inside(page);
  await page.goto(`/partners/${partner?.id ?? ''}?tab=members`);
  const panel = page.getByRole('article', { name: `Parceiro de ${name}` });
  await panel.getByRole('button', { name: `Redefinir segunda etapa de ${name}` }).click();
  await page.getByRole('button', { name: 'Sim' }).click();
  await expect(page.getByText(`A verificação em duas etapas de ${name} foi redefinida.`)).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: name })).toContainText('Sem segunda etapa ainda');
  await expect(panel.getByRole('heading', { name: 'Equipe do parceiro' }), 'whoever has no mouse goes on from here').toBeFocused();
  expect(await nextMailTo(email)).toContain('retirou');
  expect(await database.rows('select 1 from second_factor where person_id = $1', [person?.id])).toEqual([]);
});
