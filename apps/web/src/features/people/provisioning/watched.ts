/** What a directory does is seen while it does it. */
export const watched = { refetchInterval: 10_000 };
