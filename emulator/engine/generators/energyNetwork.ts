/** Substations and customers of the invented power company Delta Energia, in and around Manaus. */

export type Substation = {
  name: string;
  region: string;
  customers: number;
  mwh_a_day: number;
  /** Share of the energy that is sent and never billed. */
  loss: number;
  /** Outages compared with the other substations. */
  fragile: number;
  latitude: number;
  longitude: number;
  manager: string;
  manager_email: string;
};

const igor = { manager: 'Igor Lemos', manager_email: 'igor@delta.example' };
const vera = { manager: 'Vera Tapajós', manager_email: 'vera.tapajos@delta.example' };
const nilo = { manager: 'Nilo Sateré', manager_email: 'nilo.satere@delta.example' };

type Line = [string, number, number, number, number, number, number];
const inRegion = (region: string, manager: { manager: string; manager_email: string }, lines: Line[]): Substation[] =>
  lines.map(([name, customers, mwh_a_day, loss, fragile, latitude, longitude]) => ({
    name,
    region,
    customers,
    mwh_a_day,
    loss,
    fragile,
    latitude,
    longitude,
    ...manager,
  }));

export const substations: Substation[] = [
  ...inRegion('Norte', igor, [
    ['Cidade Nova', 74_000, 1180, 0.125, 1.1, -3.0366, -59.9856],
    ['Flores', 41_000, 760, 0.115, 0.9, -3.0561, -60.0146],
    ['Santa Etelvina', 38_000, 560, 0.14, 1.3, -2.9811, -60.0111],
  ]),
  ...inRegion('Sul', vera, [
    ['Cachoeirinha', 46_000, 820, 0.095, 0.8, -3.1211, -60.0053],
    ['Centro', 33_000, 940, 0.085, 0.7, -3.1302, -60.0234],
    ['Distrito Industrial', 9_000, 1620, 0.05, 0.5, -3.1166, -59.9519],
    ['Ponta Negra', 29_000, 690, 0.07, 0.8, -3.0647, -60.1013],
  ]),
  ...inRegion('Interior', nilo, [
    ['Iranduba', 18_000, 240, 0.15, 1.8, -3.2845, -60.1861],
    ['Itacoatiara', 31_000, 390, 0.13, 1.6, -3.1386, -58.4442],
    ['Manacapuru', 28_000, 340, 0.145, 1.7, -3.2906, -60.6216],
    ['Presidente Figueiredo', 12_000, 210, 0.12, 2, -2.0494, -60.0228],
  ]),
];

export type CustomerClass = {
  name: string;
  share: number;
  weekend: number;
  /** How much a hot month is felt. */
  heat: number;
  /** Loss compared with that of the substation. */
  loss: number;
  /** Reais a MWh. */
  tariff: number;
  /** Share of the bills that is paid late; of that, what is never paid; days until the rest is. */
  late: number;
  lost: number;
  delay: number;
};

export const customerClasses: CustomerClass[] = [
  { name: 'Residencial', share: 0.46, weekend: 1.06, heat: 1.3, loss: 1.3, tariff: 890, late: 0.17, lost: 0.16, delay: 21 },
  { name: 'Comercial', share: 0.24, weekend: 0.78, heat: 1.1, loss: 1, tariff: 840, late: 0.11, lost: 0.09, delay: 14 },
  { name: 'Industrial', share: 0.22, weekend: 0.7, heat: 0.3, loss: 0.3, tariff: 610, late: 0.04, lost: 0.02, delay: 8 },
  { name: 'Poder público', share: 0.08, weekend: 0.6, heat: 0.9, loss: 0.8, tariff: 760, late: 0.15, lost: 0.03, delay: 34 },
];

export const outageCauses = [
  { name: 'Equipamento', weight: 0.34, hours: 1.6, storm: false },
  { name: 'Manutenção programada', weight: 0.22, hours: 2.2, storm: false },
  { name: 'Animais', weight: 0.12, hours: 0.9, storm: false },
  { name: 'Árvore na rede', weight: 0.18, hours: 2.6, storm: true },
  { name: 'Raio', weight: 0.14, hours: 2.1, storm: true },
] as const;
