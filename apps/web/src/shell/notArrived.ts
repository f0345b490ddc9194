/** Code or sentences of a screen could not be loaded: no network, or the server is down. */
export class NotArrived extends Error {}
