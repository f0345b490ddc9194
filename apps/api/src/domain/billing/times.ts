/** A product that a number holds exactly, or an error: an amount is never rounded. */
export function times(count: number, cents: number): number {
  const product = count * cents;
  if (!Number.isSafeInteger(product)) throw new RangeError(`${count} × ${cents} is no amount`);
  return product;
}
