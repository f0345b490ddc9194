/** The mails of a theme, as those look at them who look after the brand. */
import { add, nothingOwn, publish, update } from '@vitrine/contract/organisation/themes.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';

const { world, openScreen } = await openScreens();

async function scene() {
  const { unit } = await world.unitWithAdmin();
  const admin = await unit.person('admin');
  const browser = await world.signIn(admin);
  const draft = { ...nothingOwn, own: ['colours' as const, 'words' as const], colours: defaultColours, title: 'Portal do Mercado' };
  const { id, version } = await browser.call(add, { body: { name: 'Natal' } });
  const saved = await browser.call(update, { params: { id }, body: { name: 'Natal', draft, version } });
  return { admin, browser, id, saved, draft };
}

const documentIn = async (part: Part, subject: string) =>
  (await part.findByTitle<HTMLIFrameElement>(`Exemplo de e-mail: ${subject}`)).getAttribute('srcdoc') ?? '';

test('every kind is told in words and shown in the colours of the draft, without a script', async () => {
  const { admin, id } = await scene();
  const { screen } = await openScreen(`/whitelabels/${id}?tab=mails`, admin);
  const kinds = screen.within(await screen.findByRole('navigation', { name: 'E-mails do portal' }));
  await kinds.findByText('Para quem ganha uma conta, com o link para definir a senha.');
  expect((await kinds.findAllByRole('button')).length).toBeGreaterThan(50);
  const frame = await screen.findByTitle<HTMLIFrameElement>('Exemplo de e-mail: Seu acesso a Portal do Mercado');
  expect(frame.getAttribute('sandbox')).toBe('');
  await kinds.click('button', /^Nova senha para/);
  expect(await documentIn(screen, 'Nova senha para Portal do Mercado')).toContain('Definir nova senha');
  await screen.click('radio', 'HTML escuro');
  await expect.poll(() => documentIn(screen, 'Nova senha para Portal do Mercado')).toContain('color-scheme:dark}');
  await screen.click('radio', 'English');
  expect(await documentIn(screen, 'New password for Portal do Mercado')).toContain('<html lang="en-US">');
  await screen.click('radio', 'Só texto');
  await screen.findByText(/Set a new password: http/);
});

test('a test goes to whoever asks, and the page names the address', async () => {
  const { admin, id } = await scene();
  const { screen } = await openScreen(`/whitelabels/${id}?tab=mails`, admin);
  await screen.click('button', 'Enviar um teste para mim');
  await screen.findByText(`E-mail de teste enviado para ${admin.email}.`);
  expect((await world.mailsTo(admin.email)).map(({ subject }) => subject)).toEqual(['[Teste] Seu acesso a Portal do Mercado']);
});

test('of a theme that is published, what is published can be compared with the draft', async () => {
  const { admin, browser, id, saved, draft } = await scene();
  const published = await browser.call(publish, { params: { id }, body: { version: saved.version, at: null } });
  const changed = { ...draft, colours: { ...defaultColours, button: '#0b5c3a' } };
  await browser.call(update, { params: { id }, body: { name: 'Natal', draft: changed, version: published.version } });
  const { screen } = await openScreen(`/whitelabels/${id}?tab=mails`, admin);
  expect(await documentIn(screen, 'Seu acesso a Portal do Mercado')).toContain('bgcolor="#0b5c3a"');
  await screen.click('radio', 'Publicada');
  await expect.poll(() => documentIn(screen, 'Seu acesso a Portal do Mercado')).toContain(`bgcolor="${defaultColours.button}"`);
});
