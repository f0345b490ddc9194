/** Units, specialties, health plans and wards of the invented clinics Litoral Saúde, around Fortaleza. */

export type Clinic = {
  name: string;
  city: string;
  size: number;
  /** Waiting compared with the other units. */
  wait: number;
  /** Units without a hospital have none. */
  beds: number;
  head: string;
  head_email: string;
};

export const clinics: Clinic[] = [
  { name: 'Aldeota', city: 'Fortaleza', size: 1.5, wait: 0.9, beds: 84, head: 'Helena Maia', head_email: 'helena@litoral.example' },
  {
    name: 'Parangaba',
    city: 'Fortaleza',
    size: 1.2,
    wait: 1.1,
    beds: 56,
    head: 'Jonas Freire',
    head_email: 'jonas.freire@litoral.example',
  },
  { name: 'Messejana', city: 'Fortaleza', size: 1, wait: 1.05, beds: 0, head: 'Rute Andrade', head_email: 'rute.andrade@litoral.example' },
  { name: 'Caucaia', city: 'Caucaia', size: 0.8, wait: 1, beds: 40, head: 'Célio Barros', head_email: 'celio.barros@litoral.example' },
  { name: 'Sobral', city: 'Sobral', size: 0.7, wait: 0.85, beds: 36, head: 'Ivone Linhares', head_email: 'ivone.linhares@litoral.example' },
];

/** `rain` says how much more the specialty is asked for in the season of rains. */
export type Specialty = { name: string; a_day: number; price: number; wait_min: number; rain?: number };

export const specialties: Specialty[] = [
  { name: 'Clínica médica', a_day: 3.6, price: 150, wait_min: 24, rain: 1.4 },
  { name: 'Pediatria', a_day: 2.6, price: 170, wait_min: 22, rain: 2.6 },
  { name: 'Ortopedia', a_day: 2, price: 210, wait_min: 26 },
  { name: 'Cardiologia', a_day: 1.7, price: 260, wait_min: 20 },
  { name: 'Ginecologia', a_day: 1.9, price: 220, wait_min: 19 },
  { name: 'Dermatologia', a_day: 1.5, price: 240, wait_min: 16 },
  { name: 'Oftalmologia', a_day: 1.3, price: 230, wait_min: 18 },
];

/** `growth` is the share that a plan wins a year. */
export const plans: { name: string; share: number; growth: number; factor: number; private?: true }[] = [
  { name: 'Vida Nordeste', share: 0.27, growth: 0.05, factor: 0.86 },
  { name: 'Bem-Estar Saúde', share: 0.21, growth: 0.12, factor: 0.9 },
  { name: 'Servidores do Estado', share: 0.17, growth: 0, factor: 0.8 },
  { name: 'Atlântico Empresas', share: 0.12, growth: 0.18, factor: 0.98 },
  { name: 'Particular', share: 0.23, growth: -0.11, factor: 1.35, private: true },
];

export const wards = [
  { name: 'Clínica médica', share: 0.42, usual: 0.74, rain: 0.95, stay_days: 4.5 },
  { name: 'Pediatria', share: 0.2, usual: 0.6, rain: 1.7, stay_days: 3 },
  { name: 'Maternidade', share: 0.22, usual: 0.68, rain: 0.1, stay_days: 2.5 },
  { name: 'UTI', share: 0.16, usual: 0.76, rain: 0.7, stay_days: 6 },
];
