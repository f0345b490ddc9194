/** How a published file was read, as it is told to whoever published it. */
import * as contract from '@vitrine/contract/reports/reportUploads.ts';
import type { Browser } from '@vitrine/api/test/harness/browser.ts';
import { addGroup, openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { samples } from '@vitrine/api/test/harness/reportingService.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

async function publishFile(admin: Browser, account_id: string, text: string): Promise<string> {
  const title = `Vendas ${randomUUID()}`;
  const content = Buffer.from(text, 'latin1');
  const { id: group_id } = await addGroup(admin);
  const place = { account_id, workspace_id: samples.sales.workspace_id, group_id };
  const { id } = await admin.call(contract.begin, { body: { ...place, file_name: 'vendas.csv', title, size: content.length } });
  await admin.call(contract.sendPart, { params: { id, number: '0' }, body: Uint8Array.from(content) });
  await admin.call(contract.finish, { params: { id } });
  await world.runJobs();
  return title;
}

const lines = Array.from({ length: 12 }, (_, index) => `${1000 + index};${index + 1}/01/2026;São Luís;R$ ${index},50`);
const file = ['Vendas de janeiro', '', 'Pedido;Dia;Loja;Valor', ...lines, '1012;N/A;Recife;a combinar', 'TOTAL;;;R$ 72,00'].join('\n');

async function scene() {
  const { admin, administrator, publish } = await publishingScene(world);
  const { account_id } = await publish();
  return { administrator, title: await publishFile(admin, account_id ?? '', file) };
}

test('whoever published a file sees in sentences how it was read: lines, columns, and what was left out or blank', async () => {
  const { administrator, title } = await scene();
  const { screen } = await openScreen('/management/report?register=file', administrator);
  await screen.findByText(title);
  await screen.findByText('Como o arquivo foi lido');
  await screen.findByText('13 linhas de dados.');
  await screen.findByText('Colunas separadas por ponto e vírgula.');
  await screen.findByText('Codificação do texto: WINDOWS-1252.');
  await screen.findByText('Os nomes das colunas estão na linha 3; o que está acima dela ficou de fora.');
  await screen.findByText('1 linha de total ou de observação ficou de fora dos dados: linha 17 (“TOTAL”).');
  const columns = [...(await screen.findByRole('list', { name: `Colunas de ${title}` })).querySelectorAll('li')].map(
    (one) => one.textContent,
  );
  expect(columns).toEqual([
    'Pedidonúmero inteiro, identifica algo e não é somado',
    'Diadata, dia antes do mês1 célula ficou em branco: linha 16 (“N/A”).',
    'Lojatexto',
    'Valorvalor em dinheiro1 célula ficou em branco: linha 16 (“a combinar”).',
  ]);
});

test.each([
  ['en-US', 'How the file was read', '1 cell was left blank: line 16 (“N/A”).'],
  ['es', 'Cómo se leyó el archivo', '1 celda quedó en blanco: fila 16 (“N/A”).'],
  ['pt-PT', 'Como o ficheiro foi lido', '1 célula ficou em branco: linha 16 (“N/A”).'],
] as const)('in %s as well', async (locale, heading, blank) => {
  const { administrator } = await scene();
  const { screen } = await openScreen('/management/report?register=file', administrator, { locale });
  await screen.findByText(heading);
  await screen.findByText(blank);
});

test('a demo says what only a demo does; a real installation does not', async () => {
  const { administrator } = await scene();
  const { environment } = world.services;
  const hint = 'O Power BI publica arquivos PBIX e planilhas XLSX.';
  const inDemo = /Na demonstração, sem Power BI/;
  const { screen } = await openScreen('/management/report?register=file', administrator);
  await screen.findByText(inDemo);
  environment.production = true;
  try {
    const { screen: real } = await openScreen('/management/report?register=file', administrator);
    await real.findByText(hint);
    await real.findByText('Como o arquivo foi lido');
    expect(real.queryByText(inDemo)).toBeNull();
  } finally {
    environment.production = false;
  }
});
