import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propose, proposeEach } from './matching.rules.ts';
import { centsOf, dayOf, readStatement, taxIdIn } from './readStatement.ts';

const read = (text: string) => readStatement({ bytes: new TextEncoder().encode(text) });

test('an amount is read digit by digit, whichever way a bank writes it', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.constantFrom(',', '.'), (cents, decimal) => {
      const digits = String(cents).padStart(3, '0');
      const [whole, fraction] = [digits.slice(0, -2), digits.slice(-2)];
      const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, decimal === ',' ? '.' : ',');
      expect(centsOf(`${whole}${decimal}${fraction}`)).toBe(cents);
      expect(centsOf(`R$ ${grouped}${decimal}${fraction}`)).toBe(cents);
      expect(centsOf(`-${whole}${decimal}${fraction}`)).toBe(cents === 0 ? -0 : -cents);
    }),
  );
  expect([centsOf('12'), centsOf('12,5'), centsOf('1,234'), centsOf('12,345.6.7'), centsOf('abc'), centsOf('9'.repeat(20))]).toEqual([
    1200,
    1250,
    123_400,
    null,
    null,
    null,
  ]);
});

test('days that are none are no days', () => {
  expect(['20261009120000[-3]', '09/10/2026', '2026-10-09', '31/02/2026', '20261399', 'x'].map(dayOf)).toEqual([
    '2026-10-09',
    '2026-10-09',
    '2026-10-09',
    null,
    null,
    null,
  ]);
});

test('the payer is found by CNPJ, also with letters, and CPF', () => {
  expect(['PIX 12.ABC.345/01DE-35', 'TED 11222333000181 ACME', 'cpf 529.982.247-25', 'TRANSFERENCIA RECEBIDA'].map(taxIdIn)).toEqual([
    '12ABC34501DE35',
    '11222333000181',
    '52998224725',
    '',
  ]);
});

test('a CSV of a bank gives the payments that came in; equal lines are two payments', () => {
  const csv =
    'Data;Histórico;Valor\n09/10/2026;PIX RECEBIDO ACME;1.234,50\n09/10/2026;PIX RECEBIDO ACME;1.234,50\n10/10/2026;TARIFA;-12,00\n';
  const lines = read(csv);
  expect(lines.map(({ cents, paid_on }) => [cents, paid_on])).toEqual([
    [123_450, '2026-10-09'],
    [123_450, '2026-10-09'],
  ]);
  expect(new Set(lines.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(read(csv)).toEqual(lines);
});

test('whatever a file holds, it is read or refused in words', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        readStatement({ bytes });
      } catch (error) {
        expect(error).toMatchObject({ word: expect.stringMatching(/statement_unreadable|too_complex/) });
      }
    }),
  );
});

const unpaid = [
  { invoice_id: 'a', number: 12, client_name: 'A', client_tax_id: '11222333000181', total_cents: 5000 },
  { invoice_id: 'b', number: 13, client_name: 'B', client_tax_id: '12ABC34501DE35', total_cents: 5000 },
  { invoice_id: 'c', number: 120, client_name: 'C', client_tax_id: '52998224725', total_cents: 7000 },
];
const paid = (cents: number, description = '', payer_tax_id = '') => ({ cents, description, payer_tax_id });

test('an invoice is proposed by number, then by payer, then by an amount that only one owes', () => {
  const of = (payment: ReturnType<typeof paid>) => {
    const proposal = propose(payment, unpaid);
    return proposal && [proposal.invoice_id, proposal.because];
  };
  expect(of(paid(5000, 'PIX FATURA 13'))).toEqual(['b', 'number']);
  expect(of(paid(5000, 'PIX FATURA 130'))).toBeNull();
  expect(of(paid(5000, '', '11222333000181'))).toEqual(['a', 'tax_id']);
  expect(of(paid(5000))).toBeNull();
  expect(of(paid(7000))).toEqual(['c', 'amount']);
  expect(of(paid(7000, '', '11222333000181'))).toBeNull();
  expect(of(paid(7001, 'FATURA 120', '52998224725'))).toBeNull();
});

test('two payments are never proposed to one invoice', () => {
  const each = proposeEach([paid(7000), paid(7000, 'fatura 120')], unpaid);
  expect(each.map(({ proposal }) => proposal?.because ?? null)).toEqual([null, 'number']);
});
