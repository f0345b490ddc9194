/** Themes as those work with them who look after a unit or a partner: made, coloured, published, used, and brought back. */
import type { Browser } from '@vitrine/api/test/harness/browser.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { add, get, nothingOwn, publish, update, use } from '@vitrine/contract/organisation/themes.ts';
import { loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';

const { world, openScreen } = await openScreens();

async function scene() {
  const host = `tema-${crypto.randomUUID().slice(0, 8)}.example`;
  const partner = await world.partner();
  const unit = await partner.unit({ host });
  const [admin, staff] = [await unit.person('admin'), await partner.person({ unit })];
  const button = async () => (await world.browser({ host }).call(loginConfig, { body: {} })).theme.colours.button;
  return { unit, admin, staff, button };
}

/** Once the colours have been checked. */
async function publishOn(page: Part): Promise<void> {
  await expect.poll(async () => (await page.findByRole<HTMLButtonElement>('button', { name: 'Publicar' })).disabled).toBe(false);
  await page.click('button', 'Publicar');
}

test('an administrator makes a theme, colours and publishes it, uses it, and goes back to a former version', async () => {
  const { admin, button } = await scene();
  const before = await button();
  const { screen } = await openScreen('/whitelabels?theme=new', admin);
  const panel = await screen.dialog('Novo tema');
  await panel.fill('Nome', 'Natal');
  await panel.click('button', 'Adicionar');
  const page = await screen.object('Natal');
  await page.findByText('Rascunho');
  await page.findByRole('region', { name: 'Como fica' });
  const colours = page.within(await page.findByRole('region', { name: 'Cores' }));
  await colours.findByText('É o padrão do Vitrine.');
  await colours.click('switch', 'Usar cores próprias');
  await colours.findByText('Tudo se lê bem nestas cores.');
  await colours.fill('Botões e links', '#8a1c4a');
  await page.findByText('Salve as alterações antes de publicar.');
  await page.click('button', 'Salvar alterações');
  await screen.findByText('Rascunho salvo.');
  await publishOn(page);
  await page.findByText('Versão 1 publicada');
  expect(await button()).toBe(before);
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Usar aqui/);
  await screen.findByText('O tema está em uso.');
  expect(await button()).toBe('#8a1c4a');

  await page.fill('Botões e links', '#0b5c3a');
  await page.click('button', 'Salvar alterações');
  await page.findByText('Versão 1, com rascunho novo');
  await publishOn(page);
  await page.findByText('Versão 2 publicada');
  expect(await button()).toBe('#0b5c3a');
  await page.click('tab', 'Versões');
  const changes = await page.findByRole('list', { name: 'O que a versão 2 mudou' });
  expect(changes.textContent).toBe('Botões e links:  #8a1c4a →  #0b5c3a');
  const first = page.within(await page.findByRole('listitem', { name: 'Versão 1' }));
  await first.findByText('A primeira versão.');
  await first.click('button', 'Voltar a esta versão');
  await screen.click('button', 'Sim');
  await page.findByText('Versão 3 publicada');
  expect(await button()).toBe('#8a1c4a');
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Excluir/);
  const dialog = await screen.dialog(/Natal/);
  await dialog.fill(/nome/i, 'NATAL');
  await dialog.click('button', 'Excluir');
  await screen.findByText(/^Este tema está em uso/);
});

test('a text that nobody can read is not published until the colour is another', async () => {
  const { admin } = await scene();
  const browser = await world.signIn(admin);
  const { id, version } = await browser.call(add, { body: { name: 'Claro' } });
  const draft = { ...nothingOwn, own: ['colours' as const], colours: { ...nothingOwn.colours, font: '#dddddd' } };
  await browser.call(update, { params: { id }, body: { name: 'Claro', version, draft } });
  const { screen } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Claro');
  await page.findByText(/^Há textos que não se leem nestas cores/);
  expect((await page.findByRole<HTMLButtonElement>('button', { name: 'Publicar' })).disabled).toBe(true);
  await page.findByText('Não se lê sobre: Fundo, Cartão.');
  expect((await page.field('Texto')).getAttribute('aria-invalid')).toBe('true');
  const findings = page.within(await page.findByRole('list', { name: 'O que se lê mal nestas cores' }));
  const [proposal] = await findings.findAllByRole('button', { name: /em Texto$/ });
  proposal?.click();
  await expect.poll(async () => (await page.field('Texto')).value).not.toBe('#dddddd');
  await page.click('button', 'Salvar alterações');
  await expect.poll(async () => (await page.findByRole<HTMLButtonElement>('button', { name: 'Publicar' })).disabled).toBe(false);
});

test('a colour that only some cannot read is told with those whose eyes it is for', async () => {
  const { admin } = await scene();
  const browser = await world.signIn(admin);
  const { id, version } = await browser.call(add, { body: { name: 'Vermelho' } });
  const draft = { ...nothingOwn, own: ['colours' as const], colours: { ...nothingOwn.colours, font: '#ff0000', background: '#ffffff' } };
  await browser.call(update, { params: { id }, body: { name: 'Vermelho', version, draft } });
  const { screen } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Vermelho');
  const sentence = /^Texto sobre Cartão: contraste 2,\d, o mínimo é 3\. Para quem não vê o verde\. Com o ponteiro em cima ou apertado\.$/;
  await page.findByText(sentence);
});

test('a colour that is none is told at its field, and the rest of what was typed stays', async () => {
  const { admin } = await scene();
  const { id } = await (await world.signIn(admin)).call(add, { body: { name: 'Meia cor' } });
  const { screen } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Meia cor');
  await page.click('switch', 'Usar cores próprias');
  await page.fill('Cartão', '#12');
  await page.click('button', 'Salvar alterações');
  await page.findByText('O campo Cartão é inválido!');
});

test('a logo that is a drawing is taken as it is, and shown as the picture that it became', async () => {
  const { admin } = await scene();
  const { id } = await (await world.signIn(admin)).call(add, { body: { name: 'Desenhado' } });
  const { screen, user } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Desenhado');
  await page.click('switch', 'Usar imagens próprias');
  await page.findByText(/Aceita também ICO e SVG/);
  const [logo] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="#123456"/></svg>';
  if (logo) await user.upload(logo, new File([drawing], 'marca.svg', { type: 'image/svg+xml' }));
  const shown = await page.findByRole<HTMLImageElement>('img', { name: 'Logotipo' });
  const { headers } = await world.browser().inject({ method: 'GET', url: new URL(shown.src).pathname });
  expect(headers['content-type']).toBe('image/png');
  await page.click('button', 'Salvar alterações');
  await screen.findByText('Rascunho salvo.');
  expect((await (await world.signIn(admin)).call(get, { params: { id } })).pictures.logo).toBe(new URL(shown.src).pathname);
});

test('a partner gives a theme to a unit of its own', async () => {
  const { unit, staff, button } = await scene();
  const browser = await world.signIn(staff);
  const { id, version } = await browser.call(add, { body: { name: 'Das lojas' } });
  const draft = { ...nothingOwn, own: ['colours' as const], colours: { ...nothingOwn.colours, button: '#123456' } };
  const saved = await browser.call(update, { params: { id }, body: { name: 'Das lojas', version, draft } });
  await browser.call(publish, { params: { id }, body: { version: saved.version, at: null } });
  const { screen } = await openScreen(`/whitelabels/${id}`, staff);
  const page = await screen.object('Das lojas');
  await page.findByText('Versão 1 publicada');
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Dar a unidades/);
  const panel = await screen.dialog('Unidades que usam Das lojas');
  await panel.choose('Unidades', unit.name);
  await panel.click('button', 'Salvar alterações');
  await screen.findByText('Unidades salvas.');
  expect(await button()).toBe('#123456');
  expect((await browser.call(get, { params: { id } })).units).toEqual([{ id: unit.id, name: unit.name }]);
});

test('each section says where it comes from, the platform, the partner or this theme, and changes with "use own"', async () => {
  const { admin, staff, button } = await scene();
  const used = async (browser: Browser, name: string, draft: Partial<ThemeDocument>) => {
    const { id, version } = await browser.call(add, { body: { name } });
    const saved = await browser.call(update, { params: { id }, body: { name, version, draft: { ...nothingOwn, ...draft } } });
    const published = await browser.call(publish, { params: { id }, body: { version: saved.version, at: null } });
    await browser.call(use, { params: { id }, body: { self: true, unit_ids: [] } });
    return published;
  };
  await used(await world.signIn(await world.operator()), 'Da plataforma', { own: ['words'], title: 'Plataforma' });
  await used(await world.signIn(staff), 'Da rede', { own: ['colours'], colours: { ...nothingOwn.colours, button: '#123456' } });
  const { id } = await used(await world.signIn(admin), 'Da loja', {});
  expect(await button()).toBe('#123456');

  const { screen } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Da loja');
  const section = async (name: string) => page.within(await page.findByRole('region', { name }));
  const [colours, pictures, words] = [await section('Cores'), await section('Imagens'), await section('Textos')];
  await colours.findByText('Vem do tema Da rede do parceiro.');
  await colours.findByText('#123456');
  await pictures.findByText('É o padrão do Vitrine.');
  await words.findByText('Vem do tema Da plataforma da plataforma.');
  await words.findByText('Plataforma');

  await colours.click('switch', 'Usar cores próprias');
  expect(colours.queryByText(/^Vem do tema/)).toBeNull();
  await colours.fill('Botões e links', '#0b5c3a');
  await page.click('button', 'Salvar alterações');
  await screen.findByText('Rascunho salvo.');
  await publishOn(page);
  await page.findByText('Versão 2 publicada');
  expect(await button()).toBe('#0b5c3a');

  await colours.click('switch', 'Usar cores próprias');
  await colours.findByText('Vem do tema Da rede do parceiro.');
  await page.click('button', 'Salvar alterações');
  await page.findByText('Versão 2, com rascunho novo');
  await publishOn(page);
  await page.findByText('Versão 3 publicada');
  expect(await button()).toBe('#123456');
});

test('the operator has the screen, a reader has not', async () => {
  const { unit } = await scene();
  const { screen } = await openScreen('/whitelabels', await world.operator());
  await screen.findByText('O tema da plataforma, para quem não tem um próprio.');
  const reader = await openScreen('/whitelabels', await unit.person('user'));
  await reader.screen.findByRole('heading', { name: /./, level: 1 });
  expect(reader.screen.queryByText('Temas e marca')).toBeNull();
  expect(reader.screen.queryByRole('button', { name: 'Novo tema' })).toBeNull();
});

async function drafted(name: string, draft = {}) {
  const { admin } = await scene();
  const browser = await world.signIn(admin);
  const { id, version } = await browser.call(add, { body: { name } });
  const document = { ...nothingOwn, own: ['colours' as const], ...draft };
  await browser.call(update, { params: { id }, body: { name, version, draft: document } });
  return { admin, id, theme: () => browser.call(get, { params: { id } }) };
}

test('a draft is published at a day and an hour, which can be taken back', async () => {
  const { admin, id, theme } = await drafted('Carnaval');
  const { screen } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Carnaval');
  await expect.poll(async () => (await page.findByRole<HTMLButtonElement>('button', { name: 'Publicar' })).disabled).toBe(false);
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Publicar mais tarde/);
  const panel = await screen.dialog('Publicar Carnaval mais tarde');
  await panel.fill('Dia e hora', '05/02/2031');
  await panel.fill('Hora (Dia e hora)', '07:30');
  await panel.click('button', 'Agendar');
  await page.findByText('Será publicado em 05/02/2031 07:30');
  expect((await theme()).publish_at).toBe(new Date('2031-02-05T07:30').toISOString());
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Cancelar a publicação agendada/);
  await screen.findByText('Publicação agendada cancelada.');
  await page.findByText('Rascunho');
  expect((await theme()).publish_at).toBeNull();
});

test('a day that has passed is refused at its field', async () => {
  const { admin, id, theme } = await drafted('Ontem');
  const { screen } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Ontem');
  await expect.poll(async () => (await page.findByRole<HTMLButtonElement>('button', { name: 'Publicar' })).disabled).toBe(false);
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Publicar mais tarde/);
  const panel = await screen.dialog('Publicar Ontem mais tarde');
  await panel.fill('Dia e hora', '05/02/2020');
  await panel.fill('Hora (Dia e hora)', '07:30');
  await panel.click('button', 'Agendar');
  await panel.findByText(/está no passado/);
  expect((await theme()).publish_at).toBeNull();
});

test('a theme is duplicated from the list with its draft, under another name', async () => {
  const colours = { ...nothingOwn.colours, button: '#0b5c3a' };
  const { admin } = await drafted('Páscoa', { colours });
  const { screen } = await openScreen('/whitelabels', admin);
  await screen.chooseAction('Páscoa', /^Duplicar/);
  const panel = await screen.dialog('Duplicar Páscoa');
  expect((await panel.field('Nome')).value).toBe('Páscoa (cópia)');
  await panel.fill('Nome', 'Páscoa');
  await panel.click('button', 'Adicionar');
  await panel.findByText(/já existe/i);
  await panel.fill('Nome', 'Inverno');
  await panel.click('button', 'Adicionar');
  const page = await screen.object('Inverno');
  expect((await page.field('Botões e links')).value).toBe('#0b5c3a');
});

test('twelve colours are proposed from one, taken with one click, and taken back', async () => {
  const { admin, id } = await drafted('Uma cor');
  const { screen } = await openScreen(`/whitelabels/${id}`, admin);
  const page = await screen.object('Uma cor');
  const before = (await page.field('Botões e links')).value;
  const proposal = page.within(await page.findByRole('group', { name: 'Cores a partir de uma' }));
  await proposal.fill('Uma cor da marca', '#00796b');
  await proposal.findByText('Tudo se lê bem nestas cores.');
  expect((await page.field('Botões e links')).value).toBe(before);
  await proposal.click('button', 'Deixar como estava');
  expect(proposal.queryByRole('button', { name: 'Usar estas cores' })).toBeNull();
  await proposal.fill('Uma cor da marca', '#00796b');
  await proposal.click('button', 'Usar estas cores');
  await expect.poll(async () => (await page.field('Botões e links')).value).not.toBe(before);
  expect((await page.findByRole<HTMLButtonElement>('button', { name: 'Salvar alterações' })).disabled).toBe(false);
  await screen.click('button', 'Desfazer');
  await expect.poll(async () => (await page.field('Botões e links')).value).toBe(before);
});
