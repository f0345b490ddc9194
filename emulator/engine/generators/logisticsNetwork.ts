/** Routes and lorries of the invented haulier Serra Logística, between real cities. */
import { seededRandom } from './random.ts';

export type Route = {
  base: string;
  to: string;
  name: string;
  corridor: string;
  km: number;
  /** Deliveries on an ordinary day. */
  a_day: number;
  /** Chance that a delivery is late on an ordinary day. */
  ease: number;
  latitude: number;
  longitude: number;
  manager: string;
  manager_email: string;
};

const tiago = ['Tiago Duarte', 'tiago@serra.example'] as const;
const joana = ['Joana Kist', 'joana.kist@serra.example'] as const;
const mauro = ['Mauro Zanella', 'mauro.zanella@serra.example'] as const;

type Line = [base: string, to: string, corridor: string, km: number, a_day: number, ease: number, latitude: number, longitude: number];
const lines: [...Line, readonly [string, string]][] = [
  ['Caxias do Sul', 'São Paulo', 'Sudeste', 1010, 6.4, 0.06, -23.5505, -46.6333, joana],
  ['Caxias do Sul', 'Belo Horizonte', 'Sudeste', 1560, 3.6, 0.06, -19.9167, -43.9345, joana],
  ['Caxias do Sul', 'Porto Alegre', 'Sul', 128, 7.2, 0.04, -30.0346, -51.2177, tiago],
  ['Caxias do Sul', 'Rio de Janeiro', 'Sudeste', 1440, 3.2, 0.09, -22.9068, -43.1729, joana],
  ['Joinville', 'Curitiba', 'Sul', 131, 7.6, 0.05, -25.4284, -49.2733, tiago],
  ['Joinville', 'Campinas', 'Sudeste', 620, 4.4, 0.06, -22.9056, -47.0608, joana],
  ['Joinville', 'Florianópolis', 'Sul', 180, 4.6, 0.07, -27.5954, -48.548, tiago],
  ['Chapecó', 'Londrina', 'Sul', 620, 3.4, 0.06, -23.3045, -51.1696, tiago],
  ['Chapecó', 'Cuiabá', 'Centro-Oeste', 1630, 2.4, 0.1, -15.601, -56.0974, mauro],
  ['Chapecó', 'Campo Grande', 'Centro-Oeste', 960, 2.6, 0.08, -20.4697, -54.6201, mauro],
  ['Curitiba', 'Goiânia', 'Centro-Oeste', 1190, 3.0, 0.08, -16.6869, -49.2648, mauro],
  ['Curitiba', 'Santos', 'Sudeste', 430, 5.2, 0.08, -23.9608, -46.3336, joana],
];

export const routes: Route[] = lines.map(([base, to, corridor, km, a_day, ease, latitude, longitude, [manager, manager_email]]) => ({
  base,
  to,
  name: `${base} – ${to}`,
  corridor,
  km,
  a_day,
  ease,
  latitude,
  longitude,
  manager,
  manager_email,
}));

const models = [
  { model: 'Truck 6×2', tonnes: 14, km_a_litre: 3.3 },
  { model: 'Carreta 6×4', tonnes: 27, km_a_litre: 2.5 },
  { model: 'Bitrem', tonnes: 38, km_a_litre: 2.05 },
] as const;

export type Lorry = { code: number; plate: string; base: string; year: number; model: string; tonnes: number; km_a_litre: number };

const bases = [
  ['Caxias do Sul', 16],
  ['Joinville', 12],
  ['Chapecó', 9],
  ['Curitiba', 9],
] as const;

const letter = (random: { next: () => number }) => String.fromCodePoint(65 + Math.floor(random.next() * 26));

function fleet(): Lorry[] {
  const random = seededRandom(46);
  const places = bases.flatMap(([base, count]) => Array.from({ length: count }, () => base));
  return places.map((base, index) => {
    const { model, tonnes, km_a_litre } = models[index % models.length] ?? models[0];
    const plate = `${letter(random)}${letter(random)}${letter(random)}-${Math.floor(random.between(1, 10))}${letter(random)}${Math.floor(random.between(10, 100))}`;
    return { code: index + 1, plate, base, year: 2014 + Math.floor(random.next() * 12), model, tonnes, km_a_litre };
  });
}

export const lorries = fleet();
