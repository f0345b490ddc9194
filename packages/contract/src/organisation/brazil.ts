/** The states of Brazil and the postal codes (CEP) of each, as the post office has divided them: an address is checked without asking anybody. */

/** Of each state the ranges of the first five digits of its postal codes. */
const ranges = {
  AC: [[69900, 69999]],
  AL: [[57000, 57999]],
  AM: [
    [69000, 69299],
    [69400, 69899],
  ],
  AP: [[68900, 68999]],
  BA: [[40000, 48999]],
  CE: [[60000, 63999]],
  DF: [
    [70000, 72799],
    [73000, 73699],
  ],
  ES: [[29000, 29999]],
  GO: [
    [72800, 72999],
    [73700, 76799],
  ],
  MA: [[65000, 65999]],
  MG: [[30000, 39999]],
  MS: [[79000, 79999]],
  MT: [[78000, 78899]],
  PA: [[66000, 68899]],
  PB: [[58000, 58999]],
  PE: [[50000, 56999]],
  PI: [[64000, 64999]],
  PR: [[80000, 87999]],
  RJ: [[20000, 28999]],
  RN: [[59000, 59999]],
  RO: [[76800, 76999]],
  RR: [[69300, 69399]],
  RS: [[90000, 99999]],
  SC: [[88000, 89999]],
  SE: [[49000, 49999]],
  SP: [[1000, 19999]],
  TO: [[77000, 77999]],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;

export type State = keyof typeof ranges;

export const states = Object.keys(ranges) as readonly State[];

/** The state to which a postal code of eight digits belongs; null for one that nobody has. */
export function stateOfPostalCode(code: string): State | null {
  if (!/^\d{8}$/.test(code)) return null;
  const area = Number(code.slice(0, 5));
  return states.find((state) => ranges[state].some(([first, last]) => area >= first && area <= last)) ?? null;
}

/** `01310-100`, as far as it is typed. */
export function maskPostalCode(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}
