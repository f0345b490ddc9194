/**
 * The clock of incidents: business days of Brazil, on the calendar of its capital, wherever the unit is. A business day is none of a
 * weekend and no national holiday by law: Carnival and Corpus Christi are none, and neither are those of states and towns.
 */
import { incidentDays } from '@vitrine/contract/privacy/incidents.ts';
import { dayAfter, wallClock } from '#platform/wallClock.ts';

const legalZone = 'America/Sao_Paulo';

/** Lei 662/1949, 6.802/1980 and 10.607/2002. */
const sameEachYear = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
/** Lei 14.759/2023: the day of Zumbi and of Black Consciousness. */
const consciousness = { day: '11-20', since: 2024 };

/** Easter Sunday by the Gregorian computus (Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)).toISOString().slice(0, 10);
}

function isHoliday(date: string): boolean {
  const [year, day] = [Number(date.slice(0, 4)), date.slice(5)];
  if (sameEachYear.includes(day)) return true;
  if (day === consciousness.day) return year >= consciousness.since;
  return date === dayAfter(easterOf(year), -2).date;
}

export function isBusinessDay(date: string): boolean {
  const { weekday } = dayAfter(date, 0);
  return weekday !== 0 && weekday !== 6 && !isHoliday(date);
}

/** The day that is so many business days after another one, which does not count itself. */
export function businessDaysAfter(date: string, days: number): string {
  let [reached, left] = [date, days];
  while (left > 0) {
    reached = dayAfter(reached, 1).date;
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

/** How many business days come after one day, until another, which counts; none where that is over. */
export function businessDaysUntil(date: string, until: string): number {
  let count = 0;
  for (let day = date; day < until;) {
    day = dayAfter(day, 1).date;
    if (isBusinessDay(day)) count += 1;
  }
  return count;
}

/** The day that the calendar of the capital shows. */
export const legalDay = (moment: Date): string => wallClock(legalZone, moment).date;

/** The last day on which the authority is told in time. */
export const dueOn = (noticed_at: Date): string => businessDaysAfter(legalDay(noticed_at), incidentDays);

/** What the clock shows: it stops when the authority is told, or when the incident is closed. */
export function clockOf(due_on: string, stopped_at: Date | null, now: Date): { days_left: number; late: boolean } {
  const today = legalDay(stopped_at ?? now);
  return { days_left: businessDaysUntil(today, due_on), late: today > due_on };
}
