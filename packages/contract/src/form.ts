/** Forms that another site lets a browser send here, and answers that lead the browser on. Only for protocols that ask for it. */
import { z } from 'zod';

/** Bodies that are forms: what reads them knows which they are. */
export const forms = new WeakSet<z.ZodType>();

/** The body of an endpoint that takes a form; fields that the protocol does not name are refused. */
export function form<Names extends string>(
  fields: Record<Names, number>,
): z.ZodObject<Record<Names, z.ZodOptional<z.ZodString>>, z.core.$strict> {
  const shape = Object.fromEntries(Object.entries<number>(fields).map(([name, most]) => [name, z.string().max(most).optional()]));
  const body = z.strictObject(shape as Record<Names, z.ZodOptional<z.ZodString>>);
  forms.add(body);
  return body;
}

/** The answer of an endpoint that leads the browser to another address; whatever is refused leads to the page that says why. */
export const redirection = z.custom<{ to: string }>();
