/** What an administrator sees of the proof of the log, and what is said when somebody altered it past the portal. */
import { alterLine, sealLines, sealOf } from '@vitrine/api/test/harness/auditProof.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function scene() {
  const unit = await world.unit();
  const admin = await unit.person('admin');
  await sealLines(world, unit.id, 3);
  const { screen } = await openScreen('/audit', admin);
  await screen.click('button', 'Prova');
  return { unit, panel: await screen.dialog('Prova da auditoria') };
}

test('a log that nobody touched is said to be whole, and a seal that was kept is known', async () => {
  const { unit, panel } = await scene();
  await panel.findByText(/^3 registros, com linhas até/);
  await panel.click('button', 'Verificar agora');
  await panel.findByText('3 registros verificados. Nada foi mudado, apagado ou incluído.');
  const seal = await sealOf(world, unit.id);
  await panel.fill('Comparar um selo guardado', seal);
  await panel.findByText(/^É o selo de /);
  await panel.fill('Comparar um selo guardado', `${seal.slice(1)}0`);
  await panel.findByText(/^Nenhum dia tem este selo/);
});

test('a line that was changed past the portal is named', async () => {
  const { unit, panel } = await scene();
  await alterLine(world, unit.id, 2);
  await panel.click('button', 'Verificar agora');
  const told = await panel.findByRole('alert');
  expect(told.textContent).toContain('Há divergências.');
  expect(told.textContent).toMatch(/A linha de \d\d\/\d\d\/\d{4} \d\d:\d\d foi mudada \(Criou, Grupo de usuários\)/);
});
