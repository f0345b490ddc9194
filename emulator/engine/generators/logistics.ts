/** Invented deliveries of the haulier Serra: harvest and Christmas, a road under repair, diesel that rises, a base with idle lorries. */
import { calendarDays, calendarTable } from './calendar.ts';
import type { CalendarDay } from './calendar.ts';
import type { GeneratedTable } from './generatedTable.ts';
import { dayNumber, tableOf } from './generatedTable.ts';
import { lorries, routes } from './logisticsNetwork.ts';
import type { Lorry, Route } from './logisticsNetwork.ts';
import { cumulate, seededRandom } from './random.ts';
import type { Random } from './random.ts';

const harvestAndChristmas = [0.82, 0.88, 1.14, 1.2, 1.16, 1.02, 0.94, 0.97, 1.0, 1.08, 1.18, 1.1];
const weekdays = [0.15, 1.15, 1.2, 1.2, 1.15, 1.1, 0.45];
const causes = ['Trânsito', 'Fila na descarga', 'Chuva', 'Quebra do caminhão'];
const causeWeights = cumulate([0.36, 0.3, 0.2, 0.14]);

/** Since April 2026 the bridge on the way to Belo Horizonte has one lane. */
const roadworks = { route: 'Caxias do Sul – Belo Horizonte', from: dayNumber(2026, 4, 6), cause: 'Obras na BR-381' };
/** Since August 2026 the base lacks the customer that it was opened for. */
const emptyBase = { base: 'Chapecó', from: dayNumber(2026, 8, 3) };

const money = (amount: number) => Math.round(amount * 100) / 100;

/** Price of a litre: calm until the middle of 2025, then a rise of a quarter. */
function dieselPrice(day: number): number {
  const months = (day - dayNumber(2025, 6, 1)) / 30.4;
  const rise = Math.min(1.55, Math.max(0, months * 0.098));
  return 5.78 + rise + 0.07 * Math.sin(day / 47);
}

type Delivery = {
  day: number;
  route: number;
  lorry: number;
  late_h: number;
  cause: string;
  tonnes: number;
  freight: number;
  litres: number;
  diesel: number;
  tolls: number;
  upkeep: number;
};

const isRainy = ({ month }: CalendarDay) => month <= 2 || month === 6 || month === 7;

function lateness(route: Route, date: CalendarDay, random: Random): { late_h: number; cause: string } {
  const works = route.name === roadworks.route && date.day >= roadworks.from;
  const ease = route.ease * (isRainy(date) ? 1.35 : 1) * (date.month === 12 ? 1.3 : 1);
  const chance = works ? Math.min(0.36, 0.16 + (date.day - roadworks.from) / 900) : ease;
  if (random.next() >= chance) return { late_h: 0, cause: 'No prazo' };
  const isRoad = works && random.next() < 0.78;
  const late_h = Math.round((1 + random.poisson(isRoad ? 9 : 4) + random.next()) * 10) / 10;
  return { late_h, cause: isRoad ? roadworks.cause : (causes[random.weighted(causeWeights)] ?? '') };
}

function deliver(route: Route, index: number, lorry: Lorry, date: CalendarDay, random: Random): Delivery {
  const tonnes = Math.round(lorry.tonnes * random.between(0.62, 1) * 10) / 10;
  const litres = Math.round((route.km / lorry.km_a_litre) * random.between(0.96, 1.06));
  const inflation = 1.045 ** (date.year - 2024);
  return {
    day: date.day,
    route: index + 1,
    lorry: lorry.code,
    ...lateness(route, date, random),
    tonnes,
    freight: money(route.km * (3.9 + tonnes * 0.12) * inflation * random.between(0.95, 1.06)),
    litres,
    diesel: money(litres * dieselPrice(date.day)),
    tolls: money(route.km * 0.52 * inflation),
    upkeep: money(route.km * (0.74 + (2026 - lorry.year) * 0.045) * inflation * random.between(0.8, 1.2)),
  };
}

function deliveries(): Delivery[] {
  const random = seededRandom(20240102);
  return calendarDays.flatMap((date) =>
    routes.flatMap((route, index) => {
      const growth = 1.05 ** ((date.day - dayNumber(2024, 1, 1)) / 365);
      const fewer = route.base === emptyBase.base && date.day >= emptyBase.from ? 0.5 : 1;
      const mean = route.a_day * growth * fewer * (harvestAndChristmas[date.month - 1] ?? 1) * (weekdays[date.weekday] ?? 1);
      const stable = lorries.filter((lorry) => lorry.base === route.base);
      return Array.from({ length: random.poisson(mean) }, () => {
        const lorry = stable[Math.floor(random.next() * stable.length)];
        return lorry ? deliver(route, index, lorry, date, random) : [];
      }).flat();
    }),
  );
}

/** What each lorry did on each working day. */
function lorryDays(): { day: number; lorry: number; state: string }[] {
  const random = seededRandom(20240103);
  return calendarDays
    .filter(({ weekday }) => weekday !== 0)
    .flatMap((date) =>
      lorries.map((lorry) => {
        const season = 1 - (harvestAndChristmas[date.month - 1] ?? 1);
        const idle = lorry.base === emptyBase.base && date.day >= emptyBase.from ? 0.38 : 0.1 + season * 0.3;
        const workshop = 0.02 + Math.max(0, 2026 - lorry.year) * 0.011;
        const chance = random.next();
        return {
          day: date.day,
          lorry: lorry.code,
          state: chance < workshop ? 'Oficina' : chance < workshop + idle ? 'Parado' : 'Em rota',
        };
      }),
    );
}

/** The tables of the haulier, by name. */
export function generateLogistics(): Record<string, GeneratedTable> {
  return {
    Entregas: tableOf(deliveries(), {
      Data: ['date', (row) => row.day],
      'Código da rota': ['integer', (row) => row.route],
      'Código do caminhão': ['integer', (row) => row.lorry],
      'Atraso (h)': ['number', (row) => row.late_h],
      'Motivo do atraso': ['text', (row) => row.cause],
      Quilômetros: ['integer', (row) => routes[row.route - 1]?.km ?? 0],
      Toneladas: ['number', (row) => row.tonnes],
      Frete: ['number', (row) => row.freight],
      'Litros de diesel': ['number', (row) => row.litres],
      Diesel: ['number', (row) => row.diesel],
      Pedágio: ['number', (row) => row.tolls],
      Manutenção: ['number', (row) => row.upkeep],
    }),
    Frota: tableOf(lorryDays(), {
      Data: ['date', (row) => row.day],
      'Código do caminhão': ['integer', (row) => row.lorry],
      Situação: ['text', (row) => row.state],
    }),
    Rota: tableOf(routes, {
      'Código da rota': ['integer', (_, index) => index + 1],
      Rota: ['text', (route) => route.name],
      Destino: ['text', (route) => route.to],
      Corredor: ['text', (route) => route.corridor],
      Gerente: ['text', (route) => route.manager],
      'E-mail do gerente': ['text', (route) => route.manager_email],
      Latitude: ['number', (route) => route.latitude],
      Longitude: ['number', (route) => route.longitude],
    }),
    Caminhão: tableOf(lorries, {
      'Código do caminhão': ['integer', (lorry) => lorry.code],
      Caminhão: ['text', (lorry) => lorry.plate],
      Modelo: ['text', (lorry) => lorry.model],
      'Ano do caminhão': ['integer', (lorry) => lorry.year],
      Base: ['text', (lorry) => lorry.base],
    }),
    Calendário: calendarTable(),
  };
}
