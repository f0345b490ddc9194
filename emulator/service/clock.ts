/** The service's clock: the machine's time plus an offset that tests can advance. Milliseconds since 1970. */
export type ServiceClock = { now: () => number; advance: (ms: number) => void; reset: () => void; ahead: () => number };

export const createClock = (machine: () => number = Date.now): ServiceClock => {
  let ahead = 0;
  return {
    now: () => machine() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
    reset: () => {
      ahead = 0;
    },
    ahead: () => ahead,
  };
};
