/** Tickets on the screen: opened, answered, noted, given, resolved, and told not to exist. */
import { query } from '@vitrine/api/platform/database/query.ts';
import * as faq from '@vitrine/contract/support/faq.ts';
import { getGoals } from '@vitrine/contract/support/ticketGoals.ts';
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { expect, test, vi } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true, timezone: 'America/Sao_Paulo' } });
  const ana = await unit.person('user', { person: { name: 'Ana Brito' } });
  const davi = await unit.person('user', { person: { name: 'Davi Rosa' }, membership: { support_agent: true } });
  const eva = await unit.person('admin', { person: { name: 'Eva Lima' } });
  return { partner, unit, ana, davi, eva };
}

const opened = async (person: Parameters<typeof world.signIn>[0]) =>
  (await world.signIn(person)).call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.' } });

test('a reader opens a ticket: what is missing is said, and the page of the ticket follows', async () => {
  const { ana } = await scene();
  const { screen, reload } = await openScreen('/help_desk', ana);
  await screen.findByText('Você não abriu nenhum chamado');
  expect(screen.queryByRole('tab')).toBeNull();
  await reload('/help_desk?ticket=new');
  const form = await screen.dialog('Novo chamado');
  await form.click('button', 'Enviar');
  await form.findByText(/Título.*obrigatório/);
  await form.fill('Título', 'Total de março');
  await form.fill('O que aconteceu', 'Está zerado.');
  await form.click('radio', 'Alta');
  await form.click('button', 'Enviar');
  const page = await screen.object('#1001 Total de março');
  await page.findByText('Está zerado.');
  await page.findByText('Alta');
  await page.findByText('Ninguém ainda');
});

test('an agent sees the tickets of all, answers one and keeps a note that the reader does not see', async () => {
  const { ana, davi } = await scene();
  const { id } = await opened(ana);
  const { screen } = await openScreen('/help_desk?tab=all', davi);
  await screen.findByRole('tab', { name: 'Chamados que estou atendendo' });
  (await screen.findByText('#1001 Total de março')).click();
  const page = await screen.object('#1001 Total de março');
  await page.fill('Resposta', 'Olhando agora.');
  await page.click('button', 'Enviar');
  await page.findByText(/Davi Rosa começou a atender/);
  await page.findByText('Olhando agora.');
  await page.click('switch', /Nota interna/);
  await page.fill('Nota interna', 'É a réplica.');
  await page.click('button', 'Guardar nota');
  await page.findByText('É a réplica.');
  const theirs = await openScreen(`/help_desk/${id}`, ana);
  const hers = await theirs.screen.object('#1001 Total de março');
  await hers.findByText('Olhando agora.');
  expect(hers.queryByText('É a réplica.')).toBeNull();
  expect(hers.queryByRole('switch')).toBeNull();
  await hers.click('button', 'Marcar como resolvido');
  await hers.findByText(/Ana Brito marcou como resolvido/);
  await hers.click('button', 'Ações');
  await theirs.screen.click('menuitem', 'Reabrir');
  await hers.findByText(/Ana Brito reabriu/);
});

test('an administrator without the flag gives a ticket to an agent, and is told who answers', async () => {
  const { ana, eva } = await scene();
  const { id } = await opened(ana);
  const { screen } = await openScreen(`/help_desk/${id}`, eva);
  const page = await screen.object('#1001 Total de março');
  await page.findByText(/Só agentes de suporte respondem aqui/);
  await page.click('button', 'Ações');
  await screen.click('menuitem', 'Passar a um agente');
  const form = await screen.dialog('Passar a um agente');
  await form.choose('Quem atende', 'Davi Rosa');
  await form.click('button', 'Passar a um agente');
  await page.findByText(/Eva Lima passou o chamado a Davi Rosa/);
});

test('a ticket of somebody else does not exist, and the operator comes to what was escalated by its address alone', async () => {
  const { partner, unit, ana, davi } = await scene();
  const { id } = await opened(ana);
  const other = await unit.person('user');
  await (await openScreen(`/help_desk/${id}`, other)).screen.findByRole('heading', { name: 'Este chamado não existe' });
  await (await world.signIn(davi)).call(contract.escalate, { params: { id } });
  const staff = await partner.person({ unit, staff: { support_agent: true } });
  const atPartner = await openScreen(`/help_desk/${id}`, staff);
  const theirs = await atPartner.screen.object('#1001 Total de março');
  await theirs.click('button', 'Ações');
  await atPartner.screen.click('menuitem', /Pedir ajuda acima/);
  const question = await atPartner.screen.dialog('Pedir ajuda acima');
  await question.findByText(/suporte da plataforma passam a ver/);
  await question.click('button', 'Pedir ajuda acima');
  await theirs.findByText(/chamou o suporte da plataforma/);
  const operator = await world.operator({ person: { name: 'Olga Paz' }, staff: { support_agent: true } });
  const above = await openScreen(`/help_desk/${id}`, operator);
  const page = await above.screen.object('#1001 Total de março');
  await page.click('button', 'Assumir');
  await page.findByText(/Olga Paz começou a atender/);
});

test('words can be corrected for a while, and an estimate is told', async () => {
  const { ana, davi } = await scene();
  const { id } = await opened(ana);
  const { screen } = await openScreen(`/help_desk/${id}`, davi);
  const page = await screen.object('#1001 Total de março');
  await page.fill('Resposta', 'Ontme eu olho.');
  await page.click('button', 'Enviar');
  await page.findByText('Ontme eu olho.');
  await page.click('button', 'Editar');
  const field = await page.field('Alterar a mensagem');
  expect(field.value).toBe('Ontme eu olho.');
  await page.fill('Alterar a mensagem', 'Amanhã eu olho.');
  await page.click('button', 'Salvar alterações');
  await page.findByText('Amanhã eu olho.');
  await page.click('tab', 'Configuração');
  await page.fill('Previsão', '05/01/2099');
  await page.fill('Hora (Previsão)', '10:30');
  await page.click('button', 'Salvar alterações');
  await screen.findByText('Alterações do chamado salvas.');
  expect(await (await world.signIn(ana)).call(contract.get, { params: { id } })).toMatchObject({ estimated: '2099-01-05T10:30' });
});

test('whoever opened a resolved ticket says whether the help helped, changes it, and the agent reads it', async () => {
  const { ana, davi } = await scene();
  const { id } = await opened(ana);
  const hers = await openScreen(`/help_desk/${id}`, ana);
  const page = await hers.screen.object('#1001 Total de março');
  expect(page.queryByRole('region', { name: 'O atendimento ajudou?' })).toBeNull();
  await page.click('button', 'Marcar como resolvido');
  const question = page.within(await page.findByRole('region', { name: 'O atendimento ajudou?' }));
  await question.click('radio', 'Em parte');
  await question.fill('O que poderia ter sido melhor?', 'Uma resposta no mesmo dia.');
  await question.click('button', 'Enviar resposta');
  await page.findByText(/Sua resposta: Em parte/);
  await page.findByText('Uma resposta no mesmo dia.');
  await page.click('button', 'Mudar a resposta');
  const again = page.within(await page.findByRole('region', { name: 'O atendimento ajudou?' }));
  await again.click('radio', 'Sim');
  await again.click('button', 'Enviar resposta');
  await page.findByText(/Sua resposta: Sim/);
  const theirs = await (await openScreen(`/help_desk/${id}`, davi)).screen.object('#1001 Total de março');
  await theirs.findByText('Ana Brito respondeu: Sim.');
  expect(theirs.queryByRole('button', { name: 'Mudar a resposta' })).toBeNull();
});

test('an administrator sets goals, and agents read in plain words what is due and what is late', async () => {
  const { ana, davi, eva } = await scene();
  world.setTime(new Date(Date.now() - 14 * 86_400_000));
  await opened(ana);
  world.setTime(null);
  const { id } = await opened(ana);
  const { screen } = await openScreen('/help_desk', eva);
  await screen.click('button', 'Metas');
  const form = await screen.dialog('Metas de atendimento');
  await form.fill('Primeira resposta, prioridade normal', '600');
  await form.click('button', 'Salvar alterações');
  await form.findByText(/Primeira resposta, prioridade normal pode ser no máximo 500/);
  await form.fill('Primeira resposta, prioridade normal', '4');
  await form.click('button', 'Salvar alterações');
  await screen.findByText(/Metas salvas/);
  expect(await (await world.signIn(eva)).call(getGoals, {})).toMatchObject({
    hours: { normal: { answer: 4, solution: null }, high: { answer: null } },
  });
  await world.runJobs();
  const page = await openScreen(`/help_desk/${id}`, davi);
  await (await page.screen.object('#1002 Total de março')).findByText(/^Resposta até /);
  const list = await openScreen('/help_desk?tab=all&late=true', davi);
  await list.screen.findByText(/^Resposta atrasada há 1\d dias$/);
  expect(list.screen.queryByText('#1002 Total de março')).toBeNull();
  // A reader is promised nothing.
  const theirs = await openScreen('/help_desk', ana);
  await theirs.screen.findByText('#1001 Total de março');
  expect(theirs.screen.queryByText(/atrasada/)).toBeNull();
  expect(theirs.screen.queryByRole('button', { name: 'Metas' })).toBeNull();
});

test('agents and administrators see how the help desk is doing, and only administrators see names', async () => {
  const { ana, davi, eva } = await scene();
  const { id } = await opened(ana);
  const agent = await world.signIn(davi);
  await agent.call(contract.say, { params: { id }, body: { text: 'Olhando agora.' } });
  await agent.call(contract.setState, { params: { id }, body: { resolved: true } });
  await (await world.signIn(ana)).call(contract.rate, { params: { id }, body: { helped: 'partly' } });
  const { screen } = await openScreen('/help_desk', eva);
  await screen.click('tab', 'Como vai o suporte');
  await screen.findByRole('heading', { name: 'Como vai o suporte' });
  expect(await screen.findAllByText('0% (0 de 1)')).toHaveLength(2);
  const names = screen.within(await screen.findByRole('region', { name: 'Por quem atende' }));
  await names.findByText('Davi Rosa');
  await screen.findByText(/Ainda não há metas com prazo vencido/);
  const theirs = await openScreen('/help_desk?tab=figures&period=90', davi);
  await theirs.screen.findByText('Abertos e resolvidos por semana');
  expect(theirs.screen.queryByText('Davi Rosa')).toBeNull();
  const hers = await openScreen('/help_desk?tab=figures', ana);
  await hers.screen.findByRole('button', { name: /Tentar/ });
});

test('what somebody writes may be answered already: the question opens, and no ticket is needed', async () => {
  const { ana, eva } = await scene();
  const admin = await world.signIn(eva);
  const question = { 'pt-BR': 'Como exporto um relatório?' };
  await admin.call(faq.add, { body: { topic: 'reports', question, answer: { 'pt-BR': 'Pelo botão Exportar.' } } });
  const { screen } = await openScreen('/help_desk?ticket=new', ana);
  const form = await screen.dialog('Novo chamado');
  await form.fill('Título', 'Nao consigo exportar o relatorio');
  const known = form.within(await form.findByRole('region', { name: 'Talvez isto já responda' }));
  (await known.findByText('Como exporto um relatório?')).click();
  await known.click('button', 'Isto resolveu, não preciso do chamado');
  await screen.findByText('Que bom! Nenhum chamado foi aberto.');
  expect((await admin.call(faq.list, {})).data[0]?.votes).toEqual({ helped: 1, not_helped: 0 });
  expect((await admin.call(contract.list, { query: { scope: 'all' } })).data).toEqual([]);
});

test('a reader says whether an answer helped', async () => {
  const { ana, eva } = await scene();
  const admin = await world.signIn(eva);
  const question = { 'pt-BR': 'Como exporto um relatório?' };
  await admin.call(faq.add, { body: { topic: 'reports', question, answer: { 'pt-BR': 'Pelo botão Exportar.' } } });
  const { screen } = await openScreen('/faq', ana);
  (await screen.findByText('Como exporto um relatório?')).click();
  await screen.click('button', 'Não');
  await vi.waitFor(async () => expect((await admin.call(faq.list, {})).data[0]?.votes).toEqual({ helped: 0, not_helped: 1 }));
  const writing = await openScreen('/faq', eva);
  await writing.screen.findByText('Ajudou 0, não ajudou 1');
});

test('what came by mail says so', async () => {
  const { unit, ana } = await scene();
  const ticket = await opened(ana);
  const reader = await world.signIn(ana);
  for (const text of ['Da loja do centro.', 'E de Campinas.'])
    await reader.call(contract.say, { params: { id: ticket.id }, body: { text } });
  await world.owner.run(
    query
      .updateTable('ticket_entry')
      .set({ mail_key: Buffer.from('a') })
      .where('tenant_id', '=', unit.id)
      .where('text', '=', 'E de Campinas.'),
  );
  const { screen } = await openScreen(`/help_desk/${ticket.id}`, ana);
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
  expect(lines.find((line) => line.includes('E de Campinas.'))).toContain('por e-mail');
  expect(lines.find((line) => line.includes('Da loja do centro.'))).not.toContain('por e-mail');
});
