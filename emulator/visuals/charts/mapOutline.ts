import { inUnitedStates } from './mapBounds.ts';
import type { Outline } from '../outline/topojson.ts';
import type { Bounds } from './mapBounds.ts';
import { GeoComponent } from 'echarts/components';
import { registerMap, use } from 'echarts/core';

// Outlines are registered with it, by printing even before there is a map.
use([GeoComponent]);

const loaded = new Map<string, Promise<string>>();

/** Gives an outline that need not be fetched any more: printing has no page to fetch it with. */
export function provideOutline(name: 'us' | 'world', outline: Outline): void {
  registerMap(name, { geoJSON: outline, specialAreas: {} });
  loaded.set(name, Promise.resolve(name));
}

/** The outline for these bounds; it is fetched once, and only when a map is shown. */
export function outlineFor(bounds: Bounds): { name: string; ready: Promise<string> } {
  const name = inUnitedStates(bounds) ? 'us' : 'world';
  const load = async (): Promise<string> => {
    const { outline } = name === 'us' ? await import('virtual:outline/us') : await import('virtual:outline/world');
    provideOutline(name, outline);
    return name;
  };
  const ready = loaded.get(name) ?? load();
  loaded.set(name, ready);
  return { name, ready };
}
