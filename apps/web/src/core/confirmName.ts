/** What has to be typed before something is deleted (product-decisions 11). */

/** `Vendas São Paulo` → `VENDAS_SÃO_PAULO`: upper case, blanks become underscores, accents stay, outer blanks go. */
export const confirmName = (name: string): string => name.trim().normalize('NFC').toLocaleUpperCase('pt-BR').replaceAll(/\s/g, '_');

/** Only the name as it has to be typed unlocks the button. Outer blanks do not count, nor how an accent is composed. */
export const isConfirmed = (typed: string, name: string): boolean =>
  typed.trim() !== '' && typed.trim().normalize('NFC') === confirmName(name);
