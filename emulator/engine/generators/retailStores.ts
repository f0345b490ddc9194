import { readFileSync } from 'node:fs';

const regions = ['Norte', 'Nordeste', 'Centro-Oeste', 'Sudeste', 'Sul'] as const;
export type Region = (typeof regions)[number];

/** A shop of the invented retailer Varejo Horizonte, in a real city. */
export type Store = {
  name: string;
  city: string;
  state: string;
  state_code: string;
  region: Region;
  latitude: number;
  longitude: number;
  format: string;
  area_m2: number;
  opened: string;
  manager: string;
  manager_email: string;
  /** Trade compared with an average shop. */
  size: number;
};

function region(name: string): Region {
  const found = regions.find((one) => one === name);
  if (!found) throw new Error(`retail.stores.csv names no region of Brazil: ${name}`);
  return found;
}

function readStores(): Store[] {
  const [, ...lines] = readFileSync(new URL('./retailStores.csv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const cells = line.split(',');
    const text = (index: number) => cells[index] ?? '';
    return {
      name: text(0),
      city: text(1),
      state: text(2),
      state_code: text(3),
      region: region(text(4)),
      latitude: Number(text(5)),
      longitude: Number(text(6)),
      format: text(7),
      area_m2: Number(text(8)),
      opened: text(9),
      manager: text(10),
      manager_email: text(11),
      size: Number(text(12)),
    };
  });
}

export const stores = readStores();
