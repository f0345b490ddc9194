import type { GeneratedTable } from './generatedTable.ts';
import { dayNumber } from './generatedTable.ts';

/** The months that the sample companies have closed: January 2024 to October 2026. */
const firstDay = dayNumber(2024, 1, 1);
const lastDay = dayNumber(2026, 10, 31);

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const weekdays = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];

export type CalendarDay = {
  day: number;
  year: number;
  quarter: string;
  month: number;
  month_name: string;
  month_and_year: string;
  month_key: number;
  /** 0 is Sunday. */
  weekday: number;
  weekday_name: string;
};

export const calendarDays: CalendarDay[] = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => {
  const day = firstDay + index;
  const date = new Date(day * 86_400_000);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  const monthName = months[month - 1] ?? '';
  const weekday = date.getUTCDay();
  return {
    day,
    year,
    quarter: `T${Math.ceil(month / 3)}`,
    month,
    month_name: monthName,
    month_and_year: `${monthName}/${year}`,
    month_key: year * 100 + month,
    weekday,
    weekday_name: weekdays[weekday] ?? '',
  };
});

/** The Friday after the fourth Thursday of November. */
export function blackFriday(year: number): number {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return dayNumber(year, 11, 1) + ((4 - first + 7) % 7) + 22;
}

/** The table of dates of every sample. */
export const calendarTable = (): GeneratedTable => [
  { name: 'Data', type: 'date', values: calendarDays.map((date) => date.day) },
  { name: 'Ano', type: 'integer', values: calendarDays.map((date) => date.year) },
  { name: 'Trimestre', type: 'text', values: calendarDays.map((date) => date.quarter) },
  { name: 'Número do mês', type: 'integer', values: calendarDays.map((date) => date.month) },
  { name: 'Mês', type: 'text', values: calendarDays.map((date) => date.month_name) },
  { name: 'Mês e ano', type: 'text', values: calendarDays.map((date) => date.month_and_year) },
  { name: 'Ordem do mês e ano', type: 'integer', values: calendarDays.map((date) => date.month_key) },
  { name: 'Número do dia da semana', type: 'integer', values: calendarDays.map((date) => date.weekday) },
  { name: 'Dia da semana', type: 'text', values: calendarDays.map((date) => date.weekday_name) },
];
