import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import { deflateSync, crc32 } from 'node:zlib';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

/** A picture of one colour, higher than a cover: something has to be cut away. */
function square(side: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
    ends[0].writeUInt32BE(content.length);
    ends[1].writeUInt32BE(crc32(named));
    return Buffer.concat([ends[0], named, ends[1]]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const rows = Buffer.concat(Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, 120)])));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
const picture = { name: 'capa.png', mimeType: 'image/png', buffer: square(400) };

test('a subgroup gets a cover that is cut to its form, for its reports that have none', async ({ page, admin, reader, shelf, callAs }) => {
  const { call } = await callAs(admin);
  const { id: subgroup_id } = await call(reportGroups.addSubgroup, { params: { id: shelf.group_id }, body: { name: 'Praia' } });
  await shelf.publish({ name: 'Cinema', subgroup_id });
  await shelf.publish({ name: 'Clima de Seattle' });
  await signIn(page, admin, { at: `/reports?subgroups=${shelf.group_id}` });
  const subgroups = panel(page, 'Subgrupos de Mercado');
  await subgroups.getByRole('button', { name: 'Capa de Praia' }).click();
  const cover = panel(page, 'Capa de Praia');
  await cover.locator('input[type="file"]').setInputFiles(picture);
  const cut = panel(page, 'Recortar imagem');
  await cut.getByRole('button', { name: 'Usar imagem' }).click();
  await expect(cut).toBeHidden();
  const shown = cover.getByRole('img', { name: 'Capa' });
  await expect(shown).toBeVisible();
  const form = await shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth / image.naturalHeight : 0));
  expect(form).toBeCloseTo(16 / 9, 1);
  await page.keyboard.press('Escape');
  await expect(subgroups.getByRole('button', { name: 'Capa de Praia' }).locator('img')).toBeVisible();

  const second = await page.context().browser()?.newPage();
  if (!second) throw new Error('no browser');
  await signIn(second, reader, { at: `/${shelf.group_id}/reports` });
  const card = (name: string) => second.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(card('Cinema').locator('img')).toBeVisible();
  await expect(card('Clima de Seattle')).toBeVisible();
  await expect(card('Clima de Seattle').locator('img')).toHaveCount(0);
  await second.close();
});
