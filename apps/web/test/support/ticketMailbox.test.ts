/** The operator's mailbox on the screen: what is missing, what is wrong, what came in, and the way out. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { uuidv7 } from '@vitrine/api/platform/database/uuid.ts';
import { imapUser, hasDovecot, openImapServer } from '@vitrine/api/test/harness/imapServer.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

const path = '/tickets/mailbox';
type Screen = Awaited<ReturnType<typeof openScreen>>['screen'];

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

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
  expect(await world.owner.run(query.selectFrom('ticket_mailbox').select('host'))).toEqual([]);
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
  const box = { host: 'imap.example', port: 993, protocol: 'tls', user_name: 'box', password: 'x', address: 'box@portal.example' };
  await world.owner.run(query.insertInto('ticket_mailbox').values(box));
  await world.owner.run(
    query.insertInto('ticket_mailbox_check').values({ only_row: true, checked_at: daysAgo(0), problem: 'mailbox_credentials' }),
  );
  const mail = (letter: string, received_at: string, outcome: string, reason: string | null) => ({
    id: uuidv7(),
    key: Buffer.from(letter),
    received_at,
    sender: `${letter}…@cliente.example`,
    outcome,
    reason,
  });
  await world.owner.run(
    query
      .insertInto('ticket_mail')
      .values([
        mail('j', daysAgo(0), 'refused', 'unknown_sender'),
        mail('a', daysAgo(0), 'taken', null),
        mail('f', daysAgo(1), 'put_aside', 'automatic'),
        mail('v', daysAgo(20), 'put_aside', 'list'),
      ]),
  );
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
