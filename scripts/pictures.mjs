// `npm run pictures`: the six main screens of the demo, light, as docs/images shows them. Needs a Chromium, and port 4780 or PICTURES_PORT.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, root } from './bootstrap.mjs';
import { chromium } from './chromium.mjs';

const password = 'Vitrine-demo-2026';
const port = process.env.PICTURES_PORT ?? '4780';
const images = join(root, 'docs/images');

/** Who looks at what; `open` does what it takes to get there. */
const pictures = [
  { name: 'sign-in', host: 'litoral' },
  { name: 'home', host: 'aurora', who: 'ana@aurora.example', open: untilThumbnails },
  { name: 'report', host: 'aurora', who: 'ana@aurora.example', open: (page) => openReport(page, 'Vendas da rede') },
  { name: 'reports', host: 'aurora', who: 'admin@aurora.example', open: (page) => page.goto(`${page.url()}management/report`) },
  { name: 'access', host: 'aurora', who: 'admin@aurora.example', open: giveAccess },
  { name: 'palette', host: 'delta', who: 'dora@delta.example', open: openPalette },
];

async function openReport(page, title) {
  await page.goto(`${page.url()}all/reports`);
  await page.getByRole('link', { name: title }).first().click();
  await page.frameLocator('iframe').first().locator('.figure').first().waitFor();
}

/** The first visit asks for the pictures of the reports, a later one shows them. */
async function untilThumbnails(page) {
  const made = page.locator('main li img');
  for (let tries = 0; tries < 6 && (await made.count()) < 2; tries++) {
    await page.waitForTimeout(5_000);
    await page.reload();
    await page.locator('main li').first().waitFor();
    await page.waitForTimeout(2_000);
  }
}

/** Up to the result that is told before anything is saved. */
async function giveAccess(page) {
  await page.goto(`${page.url()}management/report`);
  await page.getByRole('link', { name: 'Margem e descontos' }).first().click();
  await page.getByLabel('Usuários, grupos ou toda a unidade').fill('Compradores');
  await page.getByRole('option').first().click();
  await page.getByRole('checkbox', { name: 'Região Sul' }).check();
  await page.getByText('Conferido no Power BI').waitFor();
  await page.getByText('Até quando').evaluate((step) => {
    step.scrollIntoView({ block: 'center' });
  });
}

async function openPalette(page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('perdas');
  await page.getByRole('option').first().waitFor();
}

async function signIn(page, who) {
  await page.getByLabel('E-mail').fill(who);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  const offer = page.getByRole('button', { name: 'Dispensar' });
  await offer.click({ timeout: 3_000 }).catch(() => undefined);
  // Of Ana somebody asks something on every page until she answers.
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
}

async function take(browser, { name, host, who, open }) {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  await page.goto(`http://${host}.localhost:${port}/signin`);
  if (who) await signIn(page, who);
  await open?.(page);
  // Lists have come and movements of menus and charts have ended by then; the page listens for events, so it is never idle.
  await page.waitForTimeout(3_000);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
  console.log(`docs/images/${name}.png`);
}

/** A portal of its own with the demo, until the pictures are taken. */
async function portal(data) {
  const env = { ...process.env, PORT: port, DATA_DIR: data, LOG_LEVEL: 'warn', NODE_ENV: 'development' };
  const child = spawn(process.execPath, ['apps/api/src/main.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (let seconds = 0; seconds < 180; seconds++) {
    const ready = await fetch(`http://localhost:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return child;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  child.kill();
  throw new Error('The portal did not start within three minutes.');
}

install();
build();
const data = mkdtempSync(join(tmpdir(), 'vitrine-pictures-'));
const child = await portal(data);
try {
  const { chromium: playwright } = createRequire(join(root, 'e2e/package.json'))('@playwright/test');
  const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
  for (const picture of pictures) await take(browser, picture);
  await browser.close();
} finally {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
}
