import { expect, test } from './fixture.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

test('a swipe over a phone page is told with its way; a tap and a scroll are not', async ({ host, page }) => {
  await host.open({ config: { settings: { layoutType: 2 } } });
  const touch = await page.context().newCDPSession(page);
  const move = async (...way: { x: number; y: number }[]) => {
    const [first, ...rest] = way;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: first ? [first] : [] });
    for (const point of rest) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await move({ x: 200, y: 400 });
  await move({ x: 200, y: 400 }, { x: 202, y: 340 }, { x: 204, y: 300 });
  await move({ x: 300, y: 400 }, { x: 260, y: 402 }, { x: 120, y: 404 });
  await host.wait('swipeEnd');
  expect((await host.order()).filter((name) => name.startsWith('swipe'))).toEqual(['swipeStart', 'swipeEnd']);
  const [started] = await host.bodies<{ startPosition: { x: number }; currentPosition: { x: number } }>('swipeStart');
  expect(started?.startPosition.x).toBeGreaterThan(started?.currentPosition.x ?? Infinity);
});
