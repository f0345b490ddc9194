/** Days after which a unit that ended is erased, and how many days before it is told. */
export const erasedAfterDays = { closed: 30, trial: 60 } as const;
export const endWarningDays = { first: 7, last: 1 } as const;
/** Invoices and the ledger of who counted outlive a unit. */
export const ledgerYears = 5;
