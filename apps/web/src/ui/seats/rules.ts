/** How full something is. Whole numbers alone are compared. */

/** From nine of ten places on. */
export const nearlyFull = (used: number, limit: number): boolean => used * 10 >= limit * 9;

/** How many of so many more people would find no place. */
export const missing = (more: number, free: number): number => Math.max(0, more - Math.max(0, free));
