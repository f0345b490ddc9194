/** Answers that do not end by themselves: server-sent events. */
import { z } from 'zod';

/** The answer of an endpoint that sends events; on the server a readable stream of text. */
export const eventStream = z.custom<AsyncIterable<string>>();
