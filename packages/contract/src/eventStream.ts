/** Answers that do not end by themselves: server-sent events. */
import { z } from 'zod';

/** The answer of an endpoint that sends events: their text when that is all, undefined when the open page is told them from now on. */
export const eventStream = z.custom<string | undefined>();
