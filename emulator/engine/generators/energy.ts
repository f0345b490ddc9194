/** Invented operations of the power company Delta: hot months, one substation that loses, storms that cut, customers who pay late. */
import { calendarDays, calendarTable } from './calendar.ts';
import type { CalendarDay } from './calendar.ts';
import { customerClasses, outageCauses, substations } from './energyNetwork.ts';
import type { CustomerClass, Substation } from './energyNetwork.ts';
import type { GeneratedTable } from './generatedTable.ts';
import { dayNumber, tableOf } from './generatedTable.ts';
import { cumulate, seededRandom } from './random.ts';
import type { Random } from './random.ts';

/** From August to November it is hottest in Manaus, from December to May it rains. */
const heat = [0.96, 0.94, 0.94, 0.95, 0.97, 1.0, 1.04, 1.11, 1.14, 1.12, 1.06, 1.0];
const storms = [0.22, 0.24, 0.28, 0.24, 0.14, 0.05, 0.03, 0.03, 0.05, 0.08, 0.13, 0.19];

/** Since February 2026 energy disappears behind this substation. */
const leak = { substation: 'Cidade Nova', from: dayNumber(2026, 2, 1) };

const tenth = (amount: number) => Math.round(amount * 10) / 10;

function lossOf(substation: Substation, day: number): number {
  if (substation.name !== leak.substation || day < leak.from) return substation.loss;
  return Math.min(0.24, substation.loss + (day - leak.from) * 0.0007);
}

type Delivered = { day: number; substation: number; kind: number; sent: number; billed: number };

function energyOfDay(date: CalendarDay, random: Random): Delivered[] {
  const years = (date.day - dayNumber(2024, 1, 1)) / 365;
  const hot = (heat[date.month - 1] ?? 1) * random.between(0.97, 1.03) * 1.032 ** years;
  return substations.flatMap((substation, index) =>
    customerClasses.map((each, kind) => {
      const rest = date.weekday === 0 || date.weekday === 6 ? each.weekend : 1;
      const sent = substation.mwh_a_day * each.share * rest * (1 + (hot - 1) * each.heat) * random.between(0.98, 1.02);
      const loss = each.name === 'Industrial' ? 0.03 : lossOf(substation, date.day) * each.loss;
      return { day: date.day, substation: index + 1, kind: kind + 1, sent: tenth(sent), billed: tenth(sent * (1 - loss)) };
    }),
  );
}

/** The load of an average day of each month, hour by hour. */
function curve(): { day: number; substation: number; hour: number; mw: number }[] {
  const random = seededRandom(20240107);
  const shape = [62, 58, 55, 53, 53, 56, 62, 68, 76, 83, 88, 92, 95, 99, 100, 98, 95, 92, 94, 98, 96, 88, 78, 69];
  return calendarDays
    .filter(({ day }) => new Date(day * 86_400_000).getUTCDate() === 1)
    .flatMap((date) =>
      substations.flatMap((substation, index) =>
        shape.map((share, hour) => {
          const evening = hour >= 18 && hour <= 21 ? 1.12 : 1;
          const mean = (substation.mwh_a_day / 24) * (share / 78) * evening * (heat[date.month - 1] ?? 1) * 1.032 ** (date.year - 2024);
          return { day: date.day, substation: index + 1, hour, mw: tenth(mean * random.between(0.97, 1.03)) };
        }),
      ),
    );
}

type Outage = { day: number; substation: number; cause: string; hours: number; customers: number };

function outagesOfDay(date: CalendarDay, random: Random): Outage[] {
  const storm = random.next() < (storms[date.month - 1] ?? 0);
  const weights = cumulate(outageCauses.map((cause) => (cause.storm && storm ? cause.weight * 9 : cause.weight)));
  return substations.flatMap((substation, index) =>
    Array.from({ length: random.poisson((storm ? 1.9 : 0.36) * substation.fragile) }, () => {
      const cause = outageCauses[random.weighted(weights)] ?? outageCauses[0];
      const hours = tenth(cause.hours * random.between(0.5, 1.7) * (storm ? 1.35 : 1));
      const customers = Math.round(substation.customers * random.between(0.01, storm ? 0.14 : 0.05));
      return { day: date.day, substation: index + 1, cause: cause.name, hours, customers };
    }),
  );
}

/** What was billed in a month, and what of it was paid until when. */
function bills(energy: Delivered[]) {
  const random = seededRandom(20240109);
  const months = new Map(calendarDays.map((date) => [date.day, date]));
  const sums = new Map<string, { day: number; substation: number; kind: number; mwh: number; month: number; year: number }>();
  for (const row of energy) {
    const date = months.get(row.day);
    if (!date) continue;
    const key = `${date.month_key}/${row.substation}/${row.kind}`;
    const known = sums.get(key) ?? { day: row.day, substation: row.substation, kind: row.kind, mwh: 0, month: date.month, year: date.year };
    known.mwh += row.billed;
    sums.set(key, known);
  }
  return [...sums.values()].map((sum) => {
    const each: CustomerClass | undefined = customerClasses[sum.kind - 1];
    const billed = Math.round(sum.mwh * (each?.tariff ?? 0) * 1.055 ** (sum.year - 2024));
    // Towards the end of its year the public sector pays when the next budget is there; 2026 began it in August.
    const end = each?.name === 'Poder público' && sum.month >= (sum.year === 2026 ? 8 : 11) ? 0.26 : 0;
    const late = Math.round(billed * Math.min(0.6, (each?.late ?? 0) * random.between(0.85, 1.15) + end));
    const lost = Math.round(late * (each?.lost ?? 0));
    return { ...sum, billed, late, lost, delay: Math.round((each?.delay ?? 0) * random.between(0.9, 1.1) + end * 90) };
  });
}

/** The tables of the power company, by name. */
export function generateEnergy(): Record<string, GeneratedTable> {
  const random = seededRandom(20240106);
  const energy = calendarDays.flatMap((date) => energyOfDay(date, random));
  const weather = seededRandom(20240108);
  return {
    Energia: tableOf(energy, {
      Data: ['date', (row) => row.day],
      'Código da subestação': ['integer', (row) => row.substation],
      'Código da classe': ['integer', (row) => row.kind],
      'Energia injetada': ['number', (row) => row.sent],
      'Energia faturada': ['number', (row) => row.billed],
    }),
    Curva: tableOf(curve(), {
      Mês: ['date', (row) => row.day],
      'Código da subestação': ['integer', (row) => row.substation],
      Hora: ['integer', (row) => row.hour],
      Demanda: ['number', (row) => row.mw],
    }),
    Interrupções: tableOf(
      calendarDays.flatMap((date) => outagesOfDay(date, weather)),
      {
        Data: ['date', (row) => row.day],
        'Código da subestação': ['integer', (row) => row.substation],
        Causa: ['text', (row) => row.cause],
        'Duração (h)': ['number', (row) => row.hours],
        'Clientes afetados': ['integer', (row) => row.customers],
        'Clientes-hora': ['number', (row) => tenth(row.customers * row.hours)],
      },
    ),
    Faturas: tableOf(bills(energy), {
      Mês: ['date', (row) => row.day],
      'Código da subestação': ['integer', (row) => row.substation],
      'Código da classe': ['integer', (row) => row.kind],
      Faturado: ['number', (row) => row.billed],
      'Pago em atraso': ['number', (row) => row.late - row.lost],
      'Não pago': ['number', (row) => row.lost],
      'Dias de atraso': ['integer', (row) => row.delay],
    }),
    Subestação: tableOf(substations, {
      'Código da subestação': ['integer', (_, index) => index + 1],
      Subestação: ['text', (each) => each.name],
      Regional: ['text', (each) => each.region],
      Clientes: ['integer', (each) => each.customers],
      Gerente: ['text', (each) => each.manager],
      'E-mail do gerente': ['text', (each) => each.manager_email],
      Latitude: ['number', (each) => each.latitude],
      Longitude: ['number', (each) => each.longitude],
    }),
    Classe: tableOf(customerClasses, {
      'Código da classe': ['integer', (_, index) => index + 1],
      Classe: ['text', (each) => each.name],
    }),
    Calendário: calendarTable(),
  };
}
