/** Whether an address is one of this machine. */
export const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname);
