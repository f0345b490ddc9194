/** What is left when a part of the portal does not arrive: everything else, and the part itself with the next try. */
import { logout } from '@vitrine/contract/signIn/signIn.ts';
import type { ReactElement } from 'react';
import { createElement } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import { storage } from '#platform/storage.ts';
import { newVersion } from '#platform/reload.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { openScreens } from '../harness/openScreen.ts';
import { partOf } from '../harness/part.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

let roots: Root[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount();
});

type Drawn = (props: object) => ReactElement;

/** Draws a part beside the page. */
function draw(part: Drawn, props: object = {}): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  roots = [...roots, root];
  root.render(createElement(part, props));
}

/** Its code comes at the given try. */
function comingAtTry(arrives: number, options?: Parameters<typeof onDemand<Drawn>>[1]) {
  let tries = 0;
  return onDemand<Drawn>(async () => {
    tries += 1;
    if (tries < arrives) throw new TypeError('Failed to fetch dynamically imported module');
    return () => createElement('p', {}, 'Aqui estou');
  }, options);
}

test('a part that did not arrive says so in its place, and comes when it is asked for again', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/', reader);
  draw(comingAtTry(2));
  await screen.click('button', 'Tentar novamente');
  await screen.findByText('Aqui estou');
  await screen.findByRole('heading', { name: /Célia/ });
});

test('a part that did not arrive comes by itself when the line is back', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/', reader);
  draw(comingAtTry(2));
  await screen.findByRole('button', { name: 'Tentar novamente' });
  const comes = () => {
    dispatchEvent(new Event('online'));
    return screen.queryByText('Aqui estou');
  };
  await expect.poll(comes).not.toBeNull();
});

test('a dialog that did not arrive is closed with a message, and opens at the next try', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/', reader);
  const dialog = comingAtTry(2);
  let closed = 0;
  const onClose = () => (closed += 1);
  draw(dialog, { onClose });
  await screen.findByText(/^Esta parte não pôde ser carregada\./);
  await expect.poll(() => closed).toBe(1);
  draw(dialog, { onClose });
  await screen.findByText('Aqui estou');
  await screen.findByRole('heading', { name: /Célia/ });
});

test('a page that did not arrive can be left by signing out', async () => {
  const { reader } = await sceneIn(world);
  const { screen, address, cutOff } = await openScreen('/', reader);
  cutOff(logout.path);
  draw(comingAtTry(Infinity, { page: true }));
  await screen.click('button', 'Sair');
  await screen.field('E-mail');
  expect([address(), storage.read('bi:cache')]).toEqual(['/signin', null]);
});

test('a new version is offered where it is, and the page stays as it is', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/', reader);
  newVersion.set(true);
  const offer = partOf((await screen.findByText(/^Há uma nova versão do portal\./)).closest('div') ?? document.body, userEvent.setup());
  await offer.findByRole('button', { name: 'Atualizar' });
  newVersion.set(false);
  await screen.findByRole('heading', { name: /Célia/ });
});
