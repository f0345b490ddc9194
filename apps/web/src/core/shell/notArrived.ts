/** Code or sentences of a screen that could not be fetched: the line is down, the server is away. */
export class NotArrived extends Error {}
