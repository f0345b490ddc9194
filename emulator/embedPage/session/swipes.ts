import { emit } from './app.ts';
import type { App } from './app.ts';

/** So far a finger goes sideways before it means something, in CSS pixels. */
const leastPx = 24;

type Position = { x: number; y: number };

const positionOf = ({ changedTouches: [touch] }: TouchEvent): Position | undefined => touch && { x: touch.clientX, y: touch.clientY };

/** Tells the host of swipes over a phone page; what they mean is the host's matter. */
export function watchSwipes(app: App, root: HTMLElement): void {
  let startPosition: Position | undefined;
  let isSwipe = false;

  const tell = (name: 'swipeStart' | 'swipeEnd', event: TouchEvent): void => {
    emit(app, name, { currentPosition: positionOf(event), startPosition });
  };
  root.addEventListener(
    'touchstart',
    (event) => {
      isSwipe = false;
      startPosition = event.touches.length === 1 && root.classList.contains('phone') ? positionOf(event) : undefined;
    },
    { passive: true },
  );
  root.addEventListener(
    'touchmove',
    (event) => {
      const at = positionOf(event);
      if (isSwipe || !startPosition || !at) return;
      const [across, along] = [Math.abs(at.x - startPosition.x), Math.abs(at.y - startPosition.y)];
      if (across < leastPx || across < along) return;
      isSwipe = true;
      tell('swipeStart', event);
    },
    { passive: true },
  );
  for (const name of ['touchend', 'touchcancel'] as const) {
    root.addEventListener(name, (event) => {
      if (isSwipe) tell('swipeEnd', event);
      isSwipe = false;
      startPosition = undefined;
    });
  }
}
