/** Invented days of the clinics Litoral: missed Mondays, a unit where people wait, beds in the season of rains, a health plan that pays less. */
import { calendarDays, calendarTable } from './calendar.ts';
import type { CalendarDay } from './calendar.ts';
import { clinics, plans, specialties, wards } from './clinicPlaces.ts';
import type { Clinic, Specialty } from './clinicPlaces.ts';
import type { GeneratedTable } from './generatedTable.ts';
import { dayNumber, tableOf } from './generatedTable.ts';
import { cumulate, seededRandom } from './random.ts';
import type { Random } from './random.ts';

const demand = [0.9, 0.95, 1.1, 1.14, 1.12, 1.02, 0.94, 1.0, 1.0, 1.03, 1.0, 0.82];
const weekdays = [0, 1.2, 1.1, 1.05, 1.0, 0.95, 0.4];
/** From February to May it rains in Ceará, and airways and dengue fill the beds. */
const rains = [0.02, 0.1, 0.17, 0.2, 0.15, 0.06, 0, -0.03, -0.05, -0.05, -0.04, -0.02];
const channels = ['Aplicativo', 'Telefone', 'Recepção'];

/** In May 2026 one of the two orthopaedists left Parangaba. */
const shortage = { clinic: 'Parangaba', specialty: 'Ortopedia', from: dayNumber(2026, 5, 4) };
/** Since March 2026 this plan refuses more of what it is billed. */
const strictPlan = { plan: 'Vida Nordeste', from: dayNumber(2026, 3, 1) };

type Visit = {
  day: number;
  clinic: number;
  specialty: number;
  plan: number;
  channel: string;
  hour: number;
  reminded: boolean;
  state: 'Realizada' | 'Falta' | 'Cancelada';
  wait_min: number;
  billed: number;
  refused: number;
};

const cents = (amount: number) => Math.round(amount * 100) / 100;

function missing(date: CalendarDay, hour: number, reminded: boolean): number {
  const monday = date.weekday === 1 ? 1.85 : 1;
  const early = hour === 7 ? 1.25 : 1;
  return 0.115 * monday * early * (reminded ? 0.62 : 1.3) * (date.month === 12 || date.month === 1 ? 1.25 : 1);
}

function waiting(clinic: Clinic, specialty: Specialty, date: CalendarDay, hour: number, random: Random): number {
  const is_short = clinic.name === shortage.clinic && specialty.name === shortage.specialty && date.day >= shortage.from;
  const growing = is_short ? 2.1 + Math.min(0.5, (date.day - shortage.from) / 300) : 1;
  const backlog = 1 + (hour % 6) * 0.07;
  return Math.max(2, Math.round(specialty.wait_min * clinic.wait * growing * backlog * (0.55 + random.next() * 0.9)));
}

function visit(where: { clinic: number; specialty: number }, date: CalendarDay, plans_of_year: number[], random: Random): Visit {
  const clinic = clinics[where.clinic];
  const specialty = specialties[where.specialty];
  if (!clinic || !specialty) throw new Error('no such place');
  const hour = 7 + Math.floor(random.next() * 11);
  const plan = random.weighted(plans_of_year);
  const channel = random.weighted(cumulate([0.3 + 0.09 * (date.year - 2024), 0.5 - 0.07 * (date.year - 2024), 0.2]));
  const reminded = channel === 0 ? random.next() < 0.94 : random.next() < 0.45;
  const chance = random.next();
  const missed = missing(date, hour, reminded);
  const state = chance < missed ? 'Falta' : chance < missed + 0.055 ? 'Cancelada' : 'Realizada';
  const done = state === 'Realizada';
  const billed = done ? cents(specialty.price * (plans[plan]?.factor ?? 1) * 1.05 ** (date.year - 2024) * random.between(0.95, 1.2)) : 0;
  const strict = plans[plan]?.name === strictPlan.plan && date.day >= strictPlan.from;
  const refused = random.next() < (strict ? 0.19 : 0.05) ? cents(billed * random.between(0.4, 1)) : 0;
  const wait_min = done ? waiting(clinic, specialty, date, hour, random) : 0;
  return {
    day: date.day,
    clinic: where.clinic + 1,
    specialty: where.specialty + 1,
    plan: plan + 1,
    channel: channels[channel] ?? '',
    hour,
    reminded,
    state,
    wait_min,
    billed,
    refused: plans[plan]?.private ? 0 : refused,
  };
}

function visits(): Visit[] {
  const random = seededRandom(20240104);
  return calendarDays.flatMap((date) => {
    const years = (date.day - dayNumber(2024, 1, 1)) / 365;
    const of_year = cumulate(plans.map((plan) => plan.share * (1 + plan.growth * years)));
    return clinics.flatMap((clinic, clinicIndex) =>
      specialties.flatMap((specialty, specialtyIndex) => {
        const rain = specialty.rain ? 1 + (rains[date.month - 1] ?? 0) * specialty.rain : 1;
        const mean = clinic.size * specialty.a_day * rain * 1.06 ** years * (demand[date.month - 1] ?? 1) * (weekdays[date.weekday] ?? 1);
        const where = { clinic: clinicIndex, specialty: specialtyIndex };
        return Array.from({ length: random.poisson(mean) }, () => visit(where, date, of_year, random));
      }),
    );
  });
}

type BedDay = { day: number; clinic: number; ward: string; beds: number; taken: number; admitted: number };

function bedDays(): BedDay[] {
  const random = seededRandom(20240105);
  const hospitals = clinics.flatMap((clinic, index) => (clinic.beds > 0 ? [{ clinic, index }] : []));
  return calendarDays.flatMap((date) =>
    hospitals.flatMap(({ clinic, index }) =>
      wards.map((ward) => {
        const beds = Math.round(clinic.beds * ward.share);
        const share =
          ward.usual +
          (date.year - 2025) * 0.03 +
          (clinic.wait - 1) * 0.3 +
          (rains[date.month - 1] ?? 0) * ward.rain +
          (date.weekday === 0 ? -0.03 : 0) +
          random.between(-0.06, 0.06);
        const taken = Math.min(beds, Math.max(0, Math.round(beds * share)));
        return { day: date.day, clinic: index + 1, ward: ward.name, beds, taken, admitted: random.poisson(taken / ward.stay_days) };
      }),
    ),
  );
}

/** The tables of the clinics, by name. */
export function generateClinic(): Record<string, GeneratedTable> {
  return {
    Consultas: tableOf(visits(), {
      Data: ['date', (row) => row.day],
      'Código da unidade': ['integer', (row) => row.clinic],
      'Código da especialidade': ['integer', (row) => row.specialty],
      'Código do convênio': ['integer', (row) => row.plan],
      'Marcada por': ['text', (row) => row.channel],
      Hora: ['integer', (row) => row.hour],
      Lembrete: ['text', (row) => (row.reminded ? 'Com lembrete' : 'Sem lembrete')],
      Situação: ['text', (row) => row.state],
      'Espera (min)': ['integer', (row) => row.wait_min],
      Valor: ['number', (row) => row.billed],
      Glosa: ['number', (row) => row.refused],
    }),
    Leitos: tableOf(bedDays(), {
      Data: ['date', (row) => row.day],
      'Código da unidade': ['integer', (row) => row.clinic],
      Ala: ['text', (row) => row.ward],
      Leitos: ['integer', (row) => row.beds],
      Ocupados: ['integer', (row) => row.taken],
      Internações: ['integer', (row) => row.admitted],
    }),
    Unidade: tableOf(clinics, {
      'Código da unidade': ['integer', (_, index) => index + 1],
      Unidade: ['text', (clinic) => clinic.name],
      Cidade: ['text', (clinic) => clinic.city],
      Coordenação: ['text', (clinic) => clinic.head],
      'E-mail da coordenação': ['text', (clinic) => clinic.head_email],
    }),
    Especialidade: tableOf(specialties, {
      'Código da especialidade': ['integer', (_, index) => index + 1],
      Especialidade: ['text', (specialty) => specialty.name],
    }),
    Convênio: tableOf(plans, {
      'Código do convênio': ['integer', (_, index) => index + 1],
      Convênio: ['text', (plan) => plan.name],
      Pagamento: ['text', (plan) => (plan.private ? 'Particular' : 'Convênio')],
    }),
    Calendário: calendarTable(),
  };
}
