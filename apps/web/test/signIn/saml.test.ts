/** The apps by which people of a unit sign in at their company: added from the provider's document, switched on and off, tested, deleted. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { makeOwnKey, readCertificate } from '@vitrine/api/platform/saml/certificates.ts';
import { openSamlWorld } from '@vitrine/api/test/harness/saml.ts';
import { isServed } from '@vitrine/api/test/harness/sessions.ts';
import type { World } from '@vitrine/api/test/harness/world.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

const dayMs = 86_400_000;

/** A unit whose partner leaves the sign-in to its administrator. */
const scene = () => world.unitWithAdmin({ settings: { admins_set_sign_in: true } });
const stored = (unit: Awaited<ReturnType<World['unit']>>) =>
  world.owner.run(
    query.selectFrom('saml_app').select(['name', 'entity_id', 'sso_url', 'active', 'email_domains']).where('tenant_id', '=', unit.id),
  );

async function documentOf(entity: string, issued = new Date()): Promise<File> {
  const { certificate } = await makeOwnKey('Provider', issued);
  const body = certificate.replaceAll(/-----[^-]+-----|\s/g, '');
  const xml = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${body}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://provider.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;
  return new File([xml], 'provedor.xml', { type: 'text/xml' });
}

const fileOf = (element: HTMLElement) => element.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input');

test('an app is filled in from the provider’s file, begins switched off, is switched on and off, and deleted by its name', async () => {
  const { unit, person } = await scene();
  const { screen, user } = await openScreen('/azure/saml', person);
  await screen.findByText('Nenhum aplicativo: ninguém entra por SAML.');
  await screen.click('button', 'Novo aplicativo SAML');
  const panel = await screen.dialog('Novo aplicativo SAML');
  await user.upload(fileOf(panel.element), await documentOf('https://provider.example/acme'));
  await screen.findByText('O formulário foi preenchido com o documento.');
  expect((await panel.field('Endereço de entrada')).value).toBe('https://provider.example/sso');
  await panel.fill('Nome', 'Conta Acme');
  await user.type(await panel.field('Domínios de e-mail'), 'acme.example{Enter}');
  await panel.click('button', 'Salvar alterações');
  await screen.findByText('Conta Acme foi criado, ainda desligado. Teste antes de ligar.');
  expect(await stored(unit)).toEqual([
    {
      name: 'Conta Acme',
      entity_id: 'https://provider.example/acme',
      sso_url: 'https://provider.example/sso',
      active: false,
      email_domains: ['acme.example'],
    },
  ]);

  await screen.click('button', 'Ligar: Conta Acme');
  await screen.findByText('Conta Acme está ligado.');
  expect(await stored(unit)).toMatchObject([{ active: true }]);
  await screen.click('button', 'Desligar: Conta Acme');
  await screen.findByText('Conta Acme está desligado.');

  await screen.click('button', 'Excluir: Conta Acme');
  const question = await screen.dialog(/Conta Acme/);
  await user.type(await question.findByRole('textbox'), 'CONTA_ACME');
  await question.click('button', /^Excluir/);
  await screen.findByText('Nenhum aplicativo: ninguém entra por SAML.');
  expect(await stored(unit)).toEqual([]);
});

test('a file that is no document of a provider is refused, and what was typed stays', async () => {
  const { unit, person } = await scene();
  const { screen, user } = await openScreen('/azure/saml?app=new', person);
  const panel = await screen.dialog('Novo aplicativo SAML');
  await panel.fill('Nome', 'Conta Acme');
  await user.upload(fileOf(panel.element), new File(['<html></html>'], 'x.xml', { type: 'text/xml' }));
  await screen.findByText('O documento não é o de um provedor SAML, descreve mais de um ou não traz um certificado válido.');
  expect((await panel.field('Nome')).value).toBe('Conta Acme');
  expect(await stored(unit)).toEqual([]);
});

test('a certificate that ends soon is told, and an app that is somebody’s only way in is switched off by its name', async () => {
  const saml = await openSamlWorld(world);
  const almostTenYearsAgo = new Date(Date.now() - 10 * 365 * dayMs);
  const old = readCertificate((await makeOwnKey('Provider', almostTenYearsAgo)).certificate)?.pem ?? '';
  const current = readCertificate(saml.provider.certificate)?.pem ?? '';
  const app = await saml.trusting(
    { name: 'Conta Acme', certificates: [current, old], first_time: true },
    { settings: { admins_set_sign_in: true } },
  );
  const { browser } = await saml.signIn(app, `nova@${app.domain}`);
  const { screen, user } = await openScreen('/azure/saml', await app.unit.person('admin'));
  const line = screen.within((await screen.findByText('Conta Acme')).closest('li') ?? document.body);
  await line.findByText('1 usuário entrou por ele');
  const [until, soon] = await line.findAllByText(/^Certificado até/);
  expect([until?.closest('[data-kind]'), soon?.closest('[data-kind]')?.getAttribute('data-kind')]).toEqual([null, 'warning']);

  await screen.click('button', 'Desligar: Conta Acme');
  const question = await screen.dialog('Desligar Conta Acme?');
  await question.findByText(/^1 usuário só entra por este aplicativo/);
  const confirm = await question.findByRole('button', { name: 'Desligar' });
  expect(confirm).toHaveProperty('disabled', true);
  await user.type(await question.findByRole('textbox'), 'Conta Acme');
  await user.click(confirm);
  await screen.findByText('Conta Acme está desligado.');
  expect(await isServed(browser)).toBe(false);
});

test('somebody’s account names the company by which they come in', async () => {
  const saml = await openSamlWorld(world);
  const app = await saml.trusting({ name: 'Conta Acme' });
  const member = await app.unit.person('user', { person: { email: `ana@${app.domain}` } });
  await saml.signIn(app, member.email);
  const { screen } = await openScreen('/account?section=security', member);
  await screen.findByRole('heading', { name: 'Contas da empresa' });
  await screen.findByText('Conta Acme');
  await screen.findByText(new RegExp(`SAML · ${app.unit.name} · desde`));
  await screen.findByText(/pela conta da empresa/);
});
