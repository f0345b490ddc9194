import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { features } from './topojson.ts';
import type { Outline, Topology } from './topojson.ts';

/** Degrees: invisible at the size that a report draws them. */
const worldTolerance = 0.05;
const statesTolerance = 0.04;
/** ISO 3166 number of the United States, whose states stand in for it. */
const unitedStates = '840';

async function topology(file: string): Promise<Topology> {
  // The package exports its code only; its data lies beside it.
  const path = fileURLToPath(new URL(`../data/${file}`, import.meta.resolve('vega-datasets')));
  // A file of a package whose version is fixed: nobody else writes it.
  return JSON.parse(await readFile(path, 'utf8')) as Topology;
}

/** The countries of the world, or the states of the USA among them: what map visuals draw behind their points. */
export async function outline(name: 'world' | 'us'): Promise<Outline> {
  const countries = features(await topology('world-110m.json'), 'countries', worldTolerance);
  if (name === 'world') return { type: 'FeatureCollection', features: countries };
  const states = features(await topology('us-10m.json'), 'states', statesTolerance);
  const others = countries.filter((country) => country.properties.name !== unitedStates);
  return {
    type: 'FeatureCollection',
    features: [...others, ...states.map((state) => ({ ...state, properties: { name: `us-${state.properties.name}` } }))],
  };
}
