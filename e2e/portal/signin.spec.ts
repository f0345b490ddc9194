import { demoPeople } from '@vitrine/api/demo/people.ts';
import { login } from '@vitrine/contract/features/session.ts';
import { origin, siteOrigin } from './support/addresses.ts';
import { expect, test } from './support/journey.ts';
import { fields, signIn } from './support/signIn.ts';
import { password } from './support/unit.ts';

/** One of its own for each test: the same wrong password again and again is stopped whoever types it. */
let wrong = '';
test.beforeEach(() => {
  wrong = `Incorreta-${crypto.randomUUID()}`;
});

test('a wrong password is told under the form, the address stays, and the right one opens the portal', async ({ page, reader }) => {
  const { email, password: box } = fields(page);
  await page.goto('/signin');
  await email.fill(reader.email);
  await box.fill(wrong);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();

  await expect(page.getByText('Usuário ou senha incorretos!')).toBeVisible();
  await expect(email).toHaveValue(reader.email);
  await expect(box).toBeFocused();
  await expect(page.getByRole('link', { name: 'Esqueci minha senha' })).toBeVisible();

  // What was wrong is selected: typing replaces it.
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /(Bom dia|Boa tarde|Boa noite), Célia/ })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
});

test('an unknown address is answered like a wrong password', async ({ page, request, reader }) => {
  const answers = [];
  for (const email of [reader.email, 'ninguem@unidade.example']) {
    const answer = await request.post(login.path, { data: { email, password: wrong } });
    const { request_id: _request_id, ...body } = await answer.json();
    answers.push({ status: answer.status(), body });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.status).toBe(401);

  await page.goto('/signin');
  await fields(page).email.fill('ninguem@unidade.example');
  await fields(page).password.fill(wrong);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Usuário ou senha incorretos!')).toBeVisible();
});

test('what is missing is asked for, and Enter alone is enough', async ({ page, reader }) => {
  await page.goto('/signin');
  await expect(fields(page).email).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('E-mail é obrigatório!')).toBeVisible();
  await page.keyboard.type('celia');
  await page.keyboard.press('Enter');
  await expect(page.getByText('E-mail é inválido!')).toBeVisible();

  await fields(page).email.clear();
  await page.keyboard.type(reader.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Senha é obrigatório!')).toBeVisible();
  await expect(fields(page).password).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
});

test('after ten wrong passwords even the right one has to wait', async ({ page, request, reader }) => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await request.post(login.path, { data: { email: reader.email, password: wrong } })).status()).toBe(401);
  }
  await page.goto('/signin');
  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Usuário ou senha incorretos!')).toBeVisible();
  await expect(page.getByText(/Aguarde \d+ segundos e tente novamente\./)).toBeVisible();
});

const refused = [
  { who: 'blocked', email: demoPeople.bloqueado.email, text: 'O usuário está bloqueado!' },
  { who: 'inactive', email: demoPeople.inativo.email, text: 'O usuário está inativo!' },
];
for (const { who, email, text } of refused) {
  test(`somebody ${who} is told so, and is offered no new password`, async ({ page }) => {
    await page.goto('/signin');
    await fields(page).email.fill(email);
    await fields(page).password.fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText('Fale com o administrador da sua unidade de negócio.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Esqueci minha senha' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/signin$/);
  });
}

test('somebody deactivated is told so', async ({ page, unit }) => {
  const gone = await unit.person('Célia Prates', 'user', { state: 'D' });
  await page.goto('/signin');
  await fields(page).email.fill(gone.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('O usuário foi desativado!')).toBeVisible();
});

test('where the trial has ended the form makes way, and another account may be tried', async ({ page }) => {
  await page.goto('/signin');
  await fields(page).email.fill(demoPeople.piloto.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'O período de teste terminou!' })).toBeVisible();
  await expect(page.getByText('Fale com quem administra o contrato da sua organização.')).toBeVisible();
  await expect(fields(page).password).toHaveCount(0);
  await page.getByRole('button', { name: 'Entrar com outra conta' }).click();
  await expect(fields(page).email).toHaveValue(demoPeople.piloto.email);
});

test('the language is chosen before, kept at the sign-in, and changed within', async ({ page, database, reader }) => {
  await page.goto('/signin');
  await page.getByLabel('Idioma').selectOption({ label: 'English' });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');

  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(wrong);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect user or password!')).toBeVisible();
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
  const languageOf = async () => (await database.rows<{ language: string }>('select language from person where id = $1', [reader.id]))[0];
  await expect.poll(languageOf).toEqual({ language: 'es' });

  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
  await page.getByRole('button', { name: /^Tu cuenta|^Su cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
});

test('whoever wanted a page is sent there after signing in', async ({ page, admin }) => {
  await page.goto('/reports?q=vendas');
  await expect(page).toHaveURL(`${origin}/signin?redirect=%2Freports%3Fq%3Dvendas`);
  await fields(page).email.fill(admin.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/reports?q=vendas`);
  await expect(page.getByRole('heading', { name: 'Grupos de relatórios' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Buscar nesta lista' })).toHaveValue('vendas');
});

for (const target of [
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  '/%2f%2fevil.example',
  'javascript:alert(1)',
  '/signin',
]) {
  test(`a redirect to ${target} is not followed`, async ({ page, reader }) => {
    await signIn(page, reader, { at: `/signin?redirect=${encodeURIComponent(target)}` });
    await expect(page).toHaveURL(`${origin}/`);
    await expect(page.getByRole('heading', { name: /Célia/ })).toBeVisible();
  });
}

test('whoever is signed in finds the dashboard at the sign-in page', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/signin?redirect=%2Fall%2Freports');
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole('heading', { name: /Célia/ })).toBeVisible();
});

test('the welcome is shown one second after the first landing, once', async ({ page, unit, reader }) => {
  // The text belongs to the whole platform: setting it would greet every other journey too.
  await page.route(/\/api\/auth\/config\/(getConfig|remote_config)$/, async (route) => {
    const answer = await route.fetch();
    const config = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...config, message_biexplorer: { ...config.message_biexplorer, message_ptbr: 'Novos painéis!' } },
    });
  });
  const welcome = page.getByRole('dialog', { name: 'Bem-vindo' });
  await page.clock.install();
  await page.goto('/signin');
  await page.clock.pauseAt(Date.now() + 60_000);
  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  // The page's time goes in small steps until the unit's name says that the configuration is there.
  const hasConfiguration = async () => {
    await page.clock.runFor(10);
    return page.getByRole('banner').getByText(unit.name).isVisible();
  };
  await expect.poll(hasConfiguration, { intervals: [20] }).toBe(true);
  await page.clock.runFor(900);
  await expect(welcome).toHaveCount(0);
  await page.clock.runFor(150);
  await page.clock.resume();
  await expect(welcome.getByText('Novos painéis!')).toBeVisible();
  await welcome.getByRole('button', { name: 'Continuar' }).click();
  await expect(welcome).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { name: /Célia/ })).toBeVisible();
  await page.clock.runFor(5000);
  await expect(welcome).toHaveCount(0);
});

test('a unit’s own address has its look and lets only its people in', async ({ page }) => {
  await page.goto(`${siteOrigin('serra.localhost')}/signin`);
  await expect(page.getByRole('heading', { name: 'Entrar em Serra Logística' })).toBeVisible();
  await expect(page).toHaveTitle(/Serra · Painéis/);
  await fields(page).email.fill(demoPeople.ana.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sem acesso neste domínio!')).toBeVisible();
  await expect(page.getByText('Entre pelo endereço que sua organização lhe passou.')).toBeVisible();
});

test('an address that nobody has leads to a page that says so', async ({ page }) => {
  await page.goto(`${siteOrigin('ninguem.localhost')}/`);
  await expect(page.getByRole('heading', { name: 'Domínio não encontrado' })).toBeVisible();
  await expect(page.getByText(/ninguem\.localhost/)).toBeVisible();
});
