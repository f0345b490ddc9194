/** Which invoice a payment of a statement seems to be for. A proposal only: the operator confirms it. */
export type Unpaid = { invoice_id: string; number: number; client_name: string; client_tax_id: string; total_cents: number };
type Paid = { cents: number; payer_tax_id: string; description: string };
export type Proposal = Omit<Unpaid, 'client_tax_id'> & { because: 'number' | 'tax_id' | 'amount' };

/** Whether the text names the number of an invoice: as a whole number, after the word or alone. */
const names = (description: string, number: number): boolean =>
  new RegExp(`\\b(?:fatura|fat|nf|invoice|factura|n[ºo.]?)\\s*[.:#-]?\\s*0*${number}\\b`, 'i').test(description);

/**
 * The amount has to fit. Then the number of the invoice, or the tax number of the client, says whose it is; two clients that owe the
 * same are not guessed between. Of several invoices of one payer it is the oldest.
 */
export function propose({ cents, payer_tax_id, description }: Paid, unpaid: readonly Unpaid[]): Proposal | null {
  const fitting = unpaid.filter(({ total_cents }) => total_cents === cents).toSorted((a, b) => a.number - b.number);
  const told = (found: Unpaid | undefined, because: Proposal['because']): Proposal | null => {
    if (!found) return null;
    const { client_tax_id: _, ...rest } = found;
    return { ...rest, because };
  };
  return (
    told(
      fitting.find(({ number }) => names(description, number)),
      'number',
    ) ??
    told(payer_tax_id === '' ? undefined : fitting.find(({ client_tax_id }) => client_tax_id === payer_tax_id), 'tax_id') ??
    // Somebody else's tax number speaks against it.
    told(fitting.length === 1 && payer_tax_id === '' ? fitting[0] : undefined, 'amount')
  );
}

/** One invoice for each payment and one payment for each invoice: the surest first. */
export function proposeEach<Payment extends Paid>(
  payments: readonly Payment[],
  unpaid: readonly Unpaid[],
): (Payment & { proposal: Proposal | null })[] {
  const left = new Map(unpaid.map((one) => [one.invoice_id, one]));
  const found = new Map<Payment, Proposal>();
  for (const because of ['number', 'tax_id', 'amount'] as const)
    for (const payment of payments) {
      const proposal = found.has(payment) ? null : propose(payment, [...left.values()]);
      if (proposal?.because !== because) continue;
      found.set(payment, proposal);
      left.delete(proposal.invoice_id);
    }
  return payments.map((payment) => ({ ...payment, proposal: found.get(payment) ?? null }));
}
