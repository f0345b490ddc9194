/** Addresses of objects and of the lists that they were opened from. */

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the list, as it was left for one of its objects. */
    list?: string;
  }
}

export const objectPath = (listPath: string, id: string): string => `${listPath}/${id}`;

export const searchOf = (address: string): Record<string, string> => Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''));
