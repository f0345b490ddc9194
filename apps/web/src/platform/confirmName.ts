/** The text to be typed to confirm a deletion (docs/reference/product-rules.md 11). */

/** `Vendas São Paulo` → `VENDAS_SÃO_PAULO`: upper case, blanks become underscores, accents stay, outer blanks go. */
export const confirmName = (name: string): string => name.trim().normalize('NFC').toLocaleUpperCase('pt-BR').replaceAll(/\s/g, '_');

/** Whether the typed text confirms the deletion. Outer blanks and the composition of accents are ignored. */
export const isConfirmed = (typed: string, name: string): boolean =>
  typed.trim() !== '' && typed.trim().normalize('NFC') === confirmName(name);
