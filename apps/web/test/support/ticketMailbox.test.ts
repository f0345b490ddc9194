/** The operator's mailbox on the screen: what is missing, what is wrong, what came in, and the way out. */
import { imapUser, hasDovecot, openImapServer } from '@vitrine/api/test/harness/imapServer.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

const path = '/tickets/mailbox';
type Screen = Awaited<ReturnType<typeof openScreen>>['screen'];

async function fill(screen: Screen, port: number, password = imapUser.password) {
  await screen.fill('Servidor IMAP', '127.0.0.1');
  await screen.fill('Porta', String(port));
  await screen.click('radio', 'Sem criptografia');
  await screen.fill('Usuário da caixa', imapUser.user);
  await screen.fill('Senha da caixa', password);
  await screen.fill('Endereço das respostas', 'respostas@portal.example');
}

test('what is missing is said at the field, and what does not answer too, before anything is saved', async () => {
  const { screen } = await openScreen(path, await world.operator());
  await screen.findByText('Sem caixa de e-mail, ninguém responde a chamados por e-mail.');
  await screen.click('button', 'Testar');
  await screen.findByText(/Servidor IMAP.*obrigatório/);
  await fill(screen, 1);
  await screen.click('button', 'Testar');
  await screen.findByText('O servidor recusou a conexão nesta porta.');
  await screen.fill('Endereço das respostas', 'nao-e-um-endereco');
  await screen.click('button', 'Salvar');
  await screen.findByText(/Endereço das respostas.*inválido/);
  expect(await world.owner.run(sql`select from ticket_mailbox`)).toEqual([]);
});

test.skipIf(!hasDovecot)('a mailbox is tried, saved and taken away, and its password is asked for again by nobody', async () => {
  const inbox = await openImapServer();
  await inbox.deliver({ from: 'alguem@cliente.example', to: imapUser.user, subject: 'Olá', text: 'Olá' });
  const { screen, quiet } = await openScreen(path, await world.operator());
  await screen.findByText('Sem caixa de e-mail, ninguém responde a chamados por e-mail.');
  await fill(screen, inbox.port, 'errada');
  await screen.click('button', 'Testar');
  await screen.findByText('O servidor recusou este usuário com esta senha.');
  await screen.fill('Senha da caixa', imapUser.password);
  await screen.click('button', 'Testar');
  await screen.findByText('Funcionou. Há 1 e-mail não lido na caixa.');
  await screen.click('button', 'Salvar');
  await screen.findByText('A caixa foi salva. O portal olha nela a cada minuto.');
  await screen.findByText('O portal ainda não olhou na caixa.');
  await quiet();
  expect((await screen.findByLabelText<HTMLInputElement>(/^Senha da caixa/)).value).toBe('');
  await screen.click('button', 'Testar');
  await screen.findByText('Funcionou. Há 1 e-mail não lido na caixa.');
  await screen.click('button', 'Tirar a caixa');
  const dialog = await screen.dialog('Tirar a caixa');
  await dialog.click('button', 'Tirar a caixa');
  await screen.findByText('A caixa foi tirada.');
  await screen.findByText('Sem caixa de e-mail, ninguém responde a chamados por e-mail.');
  await inbox.close();
});

test('what came in and did not get in is told with its reason', async () => {
  for (const statement of [
    sql`insert into ticket_mailbox (host, port, protocol, user_name, password, address) values ('imap.example', 993, 'tls', 'box', 'x', 'box@portal.example')`,
    sql`insert into ticket_mailbox_check (only_row, checked_at, problem) values (true, now(), 'mailbox_credentials')`,
    sql`insert into ticket_mail (id, key, received_at, sender, outcome, reason) values
      (uuid_v7(), sha256('a'), now(), 'j…@cliente.example', 'refused', 'unknown_sender'), (uuid_v7(), sha256('b'), now(), 'a…@cliente.example', 'taken', null),
      (uuid_v7(), sha256('c'), now(), 'f…@cliente.example', 'put_aside', 'automatic'),
      (uuid_v7(), sha256('d'), now() - interval '20 days', 'v…@cliente.example', 'put_aside', 'list')`,
  ])
    await world.owner.run(statement);
  const { screen } = await openScreen(path, await world.operator());
  await screen.findByText('Não funciona');
  await screen.findByText('O servidor recusou este usuário com esta senha.');
  await screen.findByText('1 resposta entrou em um chamado nos últimos 14 dias.');
  const list = await screen.findByRole('region', { name: 'E-mails que não entraram' });
  await screen.findByText('O remetente não tem conta no portal.');
  expect(list.textContent).toMatch(/De j…@cliente\.example/);
  expect(list.textContent).toContain('É uma resposta automática');
  expect(list.textContent).not.toContain('Veio de uma lista');
});

test('nobody else has the screen', async () => {
  const unit = await world.unit();
  const { screen, quiet } = await openScreen(path, await unit.person('admin'));
  await quiet();
  expect(screen.queryByRole('heading', { name: 'Respostas por e-mail' })).toBeNull();
});
