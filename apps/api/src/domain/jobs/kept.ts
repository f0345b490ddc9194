/** How long the regular clean-up keeps what is of no unit, in days; the records of processing tell it from here. */
export const keptDays = { attempt: 1, link: 30, device: 365, signInNotice: 365 };
