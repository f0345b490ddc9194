import { useEffect, useRef } from 'react';

type Layer = { close: () => void };

const layers: Layer[] = [];

// A list of choices that is open marks its input, and takes the mark away when it closes by the same key.
let taken = false;
const notice = ({ target }: KeyboardEvent) => {
  taken = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
};

function closeTopmost(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented && !taken) layers.at(-1)?.close();
}

/** Something is open that Escape closes. */
export const isLayerOpen = (): boolean => layers.length > 0;

/** Escape closes only the topmost layer: a dialog over a panel, not the panel. */
export function useEscape(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const layer = { close: () => latest.current() };
    layers.push(layer);
    // Adding them again changes nothing.
    addEventListener('keydown', notice, true);
    addEventListener('keydown', closeTopmost);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, []);
}
