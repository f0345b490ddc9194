/** Why the embed page cannot show something, in the words that it raises to its host (docs/reference/powerbi.md B8). */
export type EmbedError = { message: string; detailedMessage: string; errorCode: string; level?: number };
