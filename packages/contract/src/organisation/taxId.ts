/**
 * CNPJ and CPF, the tax numbers of companies and people in Brazil: check digits, and the mask in which people read them. They are
 * stored without mask, in capitals. Since July 2026 a new CNPJ has letters before its check digits; old ones stay as they are.
 */

export const taxKinds = ['legal', 'physical'] as const;
export type TaxKind = (typeof taxKinds)[number];

/** The number without mask, in capitals. */
export const cleanTaxId = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();

/** The remainder of eleven decides the digit; zero and one both give zero. */
function checkDigit(characters: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * ((characters.codePointAt(index) ?? 48) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

const weightsFrom = (first: number, length: number, highest: number): number[] =>
  Array.from({ length }, (_, index) => {
    const weight = first - index;
    return weight < 2 ? weight + highest - 1 : weight;
  });

function endsWithItsDigits(number: string, highest: number): boolean {
  const length = number.length - 2;
  const weights = (count: number) => weightsFrom(((count - 1) % (highest - 1)) + 2, count, highest);
  const first = checkDigit(number.slice(0, length), weights(length));
  return number.endsWith(first + checkDigit(number.slice(0, length) + first, weights(length + 1)));
}

/** One character repeated passes the sum and is nobody's number. */
const isRepeated = (number: string): boolean => new Set(number).size === 1;

/** Whether it is the number of a company, of the old kind or the new one. */
export const isCnpj = (number: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(number) && !isRepeated(number) && endsWithItsDigits(number, 9);

/** Whether it is the number of a person. */
export const isCpf = (number: string): boolean => /^\d{11}$/.test(number) && !isRepeated(number) && endsWithItsDigits(number, 11);

/** Whether the number, without mask, is one of the kind. */
export const isTaxId = (kind: TaxKind, number: string): boolean => (kind === 'legal' ? isCnpj(number) : isCpf(number));

const masks = { legal: '##.###.###/####-##', physical: '###.###.###-##' } as const;

/** The number with its mask, as far as it is typed: `12.ABC.345/01DE-35`, `529.982.247-25`. */
export function maskTaxId(kind: TaxKind, text: string): string {
  const characters = kind === 'legal' ? cleanTaxId(text) : text.replaceAll(/\D/g, '');
  let shown = '';
  let next = 0;
  for (const place of masks[kind]) {
    if (next === characters.length) break;
    shown += place === '#' ? characters.charAt(next++) : place;
  }
  return shown;
}
