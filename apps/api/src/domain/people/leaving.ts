/** Days after the scheduled deletion until somebody is erased. */
export const erasedDaysAfterLeaving = 30;
