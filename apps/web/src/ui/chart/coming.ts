/** The place of a number that is on its way. */
export const coming = '\u00A0';
