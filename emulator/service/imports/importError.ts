/** Why a file could not be published, as a sentence for the caller. */
export class ImportError extends Error {}
