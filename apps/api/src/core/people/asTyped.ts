/** A name as the dialog of deleting asks for it: in capitals, blanks as underscores. */
export const asTyped = (name: string): string => name.trim().toUpperCase().replaceAll(/\s+/g, '_');
