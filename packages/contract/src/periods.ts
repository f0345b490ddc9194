/** The periods in which numbers are looked at: so many days. */
export const periods = ['7', '30', '90', '365'] as const;
export type PeriodName = (typeof periods)[number];
