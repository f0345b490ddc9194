/** The operations of the installation on the screen: what is told, and what is done with a job that failed. */
import { failedJob } from '@vitrine/api/test/harness/failedJobs.ts';
import { addNode, loseFunction, switchedLevel } from '@vitrine/api/test/harness/installation.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function failed(job: string, message: string) {
  const unit = await world.unit();
  return { unit, ...(await failedJob(world.owner, { tenant_id: unit.id, job, message })) };
}

test('a failed job is told in plain words, and goes back to its queue once that is confirmed', async () => {
  const { unit, state } = await failed('report.told', '550 <ana@loja.example> rejected');
  const { screen } = await openScreen('/operations', await world.operator());
  const row = await screen.row(/^report\.told/);
  row.getByText(unit.name);
  row.getByText('O outro servidor recusou.');
  row.getByText('550 <…> rejected');
  row.getByText('6');
  expect(screen.queryByText(/conteudo-do-trabalho/)).toBeNull();
  await screen.click('button', 'Tentar de novo: report.told');
  const asking = await screen.dialog('Tentar de novo: report.told');
  expect(await state()).toBe('failed');
  await asking.click('button', 'Tentar de novo');
  await screen.findByText('O trabalho voltou para a fila.');
  expect(await state()).toBe('created');
  await expect.poll(() => screen.queryByText('report.told')).toBeNull();
});

test('a failed job is discarded once that is confirmed, and stays when it is not', async () => {
  const { state } = await failed('report.discarded', 'Request timed out');
  const { screen } = await openScreen('/operations', await world.operator());
  await screen.click('button', 'Descartar: report.discarded');
  await (await screen.dialog('Descartar: report.discarded')).click('button', 'Não');
  expect(await state()).toBe('failed');
  await screen.click('button', 'Descartar: report.discarded');
  await (await screen.dialog('Descartar: report.discarded')).click('button', 'Descartar');
  await screen.findByText('O trabalho foi descartado.');
  expect(await state()).toBeUndefined();
});

test('a job that somebody else has ended meanwhile says so, and leaves the list', async () => {
  const { remove } = await failed('report.gone', 'x');
  const { screen } = await openScreen('/operations', await world.operator());
  await screen.click('button', 'Tentar de novo: report.gone');
  await remove();
  await (await screen.dialog('Tentar de novo: report.gone')).click('button', 'Tentar de novo');
  await expect.poll(() => screen.queryByRole('button', { name: 'Tentar de novo: report.gone' })).toBeNull();
});

test('where nobody works the queues, the page says what stands still', async () => {
  const { screen } = await openScreen('/operations', await world.operator(), { locale: 'en-US' });
  await screen.findByText(/^No server is doing background jobs/);
  await screen.findByRole('region', { name: 'Queues' });
  await screen.findByText('Largest tables of the database');
  await screen.findByRole('region', { name: 'Power BI accounts' });
});

test('a partner has no such page', async () => {
  const partner = await world.partner();
  const { screen } = await openScreen('/operations', await partner.person({ unit: await partner.unit() }));
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText('Filas')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Operação' })).toBeNull();
});

test('the servers are listed, the log of all goes to another level for a time, and back before it is over', async () => {
  await addNode(world.owner, 'vitrine-a');
  const operator = await world.operator();
  const { screen } = await openScreen('/operations', operator);
  const row = await screen.row(/^vitrine-a 4711/);
  row.getByText('Normal');
  row.getByText('150 MB');
  await screen.click('button', 'Mudar o log');
  const panel = await screen.dialog('Mudar o log');
  await panel.choose('Quanto os servidores escrevem no log', 'Erros e avisos');
  await panel.choose('Por quanto tempo', '1 hora');
  await panel.click('button', 'Mudar');
  await screen.findByText('O log muda em alguns segundos em todos os servidores.');
  await screen.findByText(new RegExp(`^Log dos servidores: Erros e avisos, até .*, por ${operator.name}$`));
  expect(await switchedLevel(world.owner)).toBe('warn');
  await screen.click('button', 'Voltar ao normal');
  await screen.findByText('O log volta ao normal em alguns segundos.');
  await expect.poll(() => screen.queryByText(/^Log dos servidores/)).toBeNull();
  expect(await switchedLevel(world.owner)).toBeNull();
});

test('what nobody foresaw is told with the number by which the log finds it; what was refused is not', async () => {
  const { state } = await failed('report.numbered', 'x');
  const { screen } = await openScreen('/operations', await world.operator());
  await screen.findByRole('button', { name: 'Descartar: report.numbered' });
  onTestFinished(await loseFunction(world.owner, 'discard_failed_job'));
  await screen.click('button', 'Descartar: report.numbered');
  await (await screen.dialog('Descartar: report.numbered')).click('button', 'Descartar');
  const told = await screen.findByText(/^Código do erro:/);
  const number = told.querySelector('code')?.textContent ?? '';
  expect(number).toMatch(/^[0-9a-f-]{36}$/);
  const line = world.log.find((text) => text.includes('unexpected failure') && text.includes(number));
  expect(line).toContain('discard_failed_job');
  expect(await state()).toBe('failed');
});

test('a page that cannot be shown tells the number as well', async () => {
  onTestFinished(await loseFunction(world.owner, 'job_queues'));
  const { screen } = await openScreen('/operations', await world.operator());
  const told = await screen.findByText(/^Código do erro:/);
  const number = told.querySelector('code')?.textContent ?? '';
  expect(world.log.some((text) => text.includes('unexpected failure') && text.includes(number))).toBe(number !== '');
});
