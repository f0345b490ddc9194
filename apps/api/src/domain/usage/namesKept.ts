/** Months until who opened a report is forgotten; the counts stay. */
export const namesKeptMonths = 12;
