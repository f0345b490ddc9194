import { inUnitedStates } from './map-bounds.ts';
import type { Bounds } from './map-bounds.ts';
import { registerMap } from './chart/engine.ts';

const loaded = new Map<string, Promise<string>>();

/** The outline for these bounds; it is fetched once, and only when a map is shown. */
export function outlineFor(bounds: Bounds): { name: string; ready: Promise<string> } {
  const name = inUnitedStates(bounds) ? 'us' : 'world';
  const load = async (): Promise<string> => {
    const { outline } = name === 'us' ? await import('virtual:outline/us') : await import('virtual:outline/world');
    registerMap(name, { geoJSON: outline, specialAreas: {} });
    return name;
  };
  const ready = loaded.get(name) ?? load();
  loaded.set(name, ready);
  return { name, ready };
}
