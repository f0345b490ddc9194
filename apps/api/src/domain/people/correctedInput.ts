/** A name as it must be typed to confirm a deletion: in capitals, blanks as underscores. */
export const asTyped = (name: string): string => name.trim().toUpperCase().replaceAll(/\s+/g, '_');
