/** The page of a report: its settings stand where they stand from the first moment. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

test('a form that has a picture is drawn whole: nothing moves from under the mouse when the picture comes', async () => {
  const { administrator, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima' });
  const { screen } = await openScreen(`/management/report/${report.id}?tab=settings`, administrator);
  await screen.findByRole('radio', { name: /^Todos veem os mesmos dados/ });
  expect(screen.queryByText('Escolher imagem')).not.toBeNull();
});
