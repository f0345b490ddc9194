/** Why a file could not be published, in words for whoever handed it in. */
export class ImportError extends Error {}
