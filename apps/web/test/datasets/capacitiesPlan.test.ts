/** The planner of a capacity: what other hours would have meant, and that the proposed ones are applied by one click. */
import { openPublishingWorld, publish } from '@vitrine/api/test/harness/publishing.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import * as contract from '@vitrine/contract/datasets/capacities.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);
const hourMs = 3_600_000;
/** A Monday in São Paulo, at midnight. */
const monday = Date.parse('2026-03-02T03:00:00Z');
const weekMs = 7 * 24 * hourMs;

/** A capacity whose reports are read on Mondays from 9:30 and from 11:30. */
async function withUse({ isUsed = true } = {}) {
  const scene = await sceneIn(world);
  const report = await publish(scene.asAdmin);
  world.setTime(new Date(monday + 3 * weekMs));
  const { id } = await scene.asAdmin.call(contract.add, {
    body: {
      account_id: report.account_id ?? '',
      name: 'capacidade1',
      resource_group: 'grupo',
      subscription_id: crypto.randomUUID(),
      sku: 'F2',
      current: false,
    },
  });
  const read = (week: number, hour: number) => ({
    tenant_id: scene.unit.id,
    id: crypto.randomUUID(),
    report_id: report.id,
    person_id: scene.reader.id,
    actor_id: scene.reader.id,
    opened_at: new Date(monday + week * weekMs + hour * hourMs),
    seconds: 1200,
  });
  const views = [0, 1, 2].flatMap((week) => [read(week, 9.5), read(week, 11.5)]);
  if (isUsed) await world.owner.run(query.insertInto('report_view').values(views));
  return { ...scene, id };
}

test('the proposed hours become a calendar of the capacity', async () => {
  const { admin, asAdmin, id } = await withUse();
  const { screen } = await openScreen(`/powerbi/resources/${id}?tab=plan`, admin);
  await screen.findByText(/Calculado com 4 usos dos últimos 14 dias/);
  await screen.fill('Vezes que liga fora do horário, no máximo por semana', '0');
  await screen.findByText('seg. 09:00–10:00, 11:00–12:00');
  await screen.click('button', 'Usar estes horários');
  await screen.findByText('A capacidade segue o calendário Horários de capacidade1.');
  await screen.findByRole('rowheader', { name: 'Os calendários de hoje' });
  const { rule } = await asAdmin.call(contract.get, { params: { id } });
  expect([rule.use_schedule, rule.shifts.map(({ name }) => name)]).toEqual([true, ['Horários de capacidade1']]);
});

test('a name that is taken is told at its field, and nothing changes', async () => {
  const { admin, asAdmin, id } = await withUse();
  const { screen } = await openScreen(`/powerbi/resources/${id}?tab=plan`, admin);
  await screen.fill('Vezes que liga fora do horário, no máximo por semana', '0');
  await screen.findByText('seg. 09:00–10:00, 11:00–12:00');
  await screen.fill('Nome do calendário', ' ');
  await screen.click('button', 'Usar estes horários');
  await screen.findByText(/obrigatório/);
  expect((await asAdmin.call(contract.get, { params: { id } })).rule.use_schedule).toBe(false);
});

test('without use on record nothing is proposed', async () => {
  const { admin, id } = await withUse({ isUsed: false });
  const { screen } = await openScreen(`/powerbi/resources/${id}?tab=plan`, admin);
  await screen.findByText(/não há com que calcular/);
});
