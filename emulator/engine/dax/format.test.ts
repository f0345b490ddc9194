import { afterAll, expect, test } from 'vitest';
import { openShop, shopId } from '../../test/shop.ts';

const shop = openShop();
afterAll(() => shop.close());

const written = async (expression: string) => (await shop.engine.evaluate(shopId, `EVALUATE ROW("x", ${expression})`)).rows[0]?.['[x]'];
const refusal = (expression: string) =>
  written(expression).then(
    (answer) => `an answer came: ${JSON.stringify(answer)}`,
    (error: Error) => error.message,
  );

test.each([
  ['1234567.891, "#,0.00"', '1,234,567.89'],
  ['1234567.891, "#,0.00", "pt-BR"', '1.234.567,89'],
  ['1234567.891, "#,##0.00", "es-ES"', '1.234.567,89'],
  ['1234567.891, "#,0", "pt-PT"', '1\u00A0234\u00A0568'],
  ['-1234.5, "R$ #,0.00", "pt-BR"', '-R$ 1.234,50'],
  ['0.1234, "0.0%"', '12.3%'],
  ['0.1234, "0.0%", "pt-BR"', '12,3%'],
  ['2.5, "0"', '3'],
  ['-2.5, "0"', '-3'],
  ['-0.001, "0.00"', '0.00'],
  ['7, "000"', '007'],
  ['7.5, "000.0"', '007.5'],
  ['1.5, "0.##"', '1.5'],
  ['2, "0.##"', '2'],
  ['1.234, "0.0#"', '1.23'],
  ['1.2, "0.0#"', '1.2'],
  ['1, "0.0#"', '1.0'],
  ['0.5, "#.0"', '.5'],
  ['0.5, "#,#"', '1'],
  ['10, "0"', '10'],
  ['100, "#,0"', '100'],
  ['12, "0 ""kg"""', '12 kg'],
  ['1234.5, "Standard"', '1,234.50'],
  ['1234.5, "Fixed"', '1234.50'],
  ['0.5, "Percent"', '50.00%'],
  ['1234.5, "Currency"', '$1,234.50'],
  ['-1234.5, "Currency", "pt-BR"', '-R$ 1.234,50'],
  ['1234.5, "Currency", "es-ES"', '1.234,50 €'],
  ['BLANK(), "0"', ''],
  // Positive; negative; zero.
  ['1234.5, "#,0.00;(#,0.00)"', '1,234.50'],
  ['-1234.5, "#,0.00;(#,0.00)", "pt-BR"', '(1.234,50)'],
  ['0, "0;(0)"', '0'],
  ['-0.001, "0.00;(0.00);-"', '-'],
  ['-0.001, "0.00;(0.00)"', '0.00'],
  ['-5, "0;;-"', '-5'],
  ['0, "0;;-"', '-'],
  ['-7, "0;""a;b"" 0"', 'a;b 7'],
  ['3, "+0;-0;0"', '+3'],
  ['-3, "+0;-0;0"', '-3'],
  ['0.0004, "0.0%;-0.0%;""none"""', 'none'],
  ['BLANK(), "0;(0);-"', ''],
])('writes the number: FORMAT(%s)', async (inside, expected) => {
  expect(await written(`FORMAT(${inside})`)).toBe(expected);
});

test.each([
  ['DATE(2026, 3, 5), "yyyy-MM-dd"', '2026-03-05'],
  ['DATE(2026, 3, 5), "dd/mm/yyyy"', '05/03/2026'],
  ['DATE(2026, 3, 5), "d/m/yy"', '5/3/26'],
  ['DATE(2026, 3, 5), "mmm yyyy"', 'Mar 2026'],
  ['DATE(2026, 3, 5), "MMMM", "pt-BR"', 'março'],
  ['DATE(2026, 3, 5), "dddd", "es-ES"', 'jueves'],
  ['DATE(2026, 3, 8), "ddd"', 'Sun'],
  ['DATE(2026, 3, 5), "Short Date"', '3/5/2026'],
  ['DATE(2026, 3, 5), "Long Date", "pt-BR"', 'quinta-feira, 5 de março de 2026'],
  ['dt"2026-03-05T07:08:09", "HH:mm:ss"', '07:08:09'],
  ['dt"2026-03-05T07:08:09", "dd/MM/yyyy HH:mm"', '05/03/2026 07:08'],
  ['BLANK(), "dd/mm/yyyy"', ''],
])('writes the date: FORMAT(%s)', async (inside, expected) => {
  expect(await written(`FORMAT(${inside})`)).toBe(expected);
});

test.each([
  ['FORMAT(1, "Scientific")', '(1, 29)'],
  ['FORMAT(1, "0;0;0;0")', '(1, 29)'],
  ['FORMAT(1, "0;zero")', '(1, 29)'],
  ['FORMAT(1, ";0")', '(1, 29)'],
  ['FORMAT(1, "00,000")', '(1, 29)'],
  ['FORMAT(1, "0#")', '(1, 29)'],
  ['FORMAT(1, "0", "de-DE")', '(1, 34)'],
  ['FORMAT(DATE(2026, 1, 1), "hh:mm")', '(1, 44)'],
  ['FORMAT("a", "0")', '(1, 19)'],
])('refuses what it does not know, with its place: %s', async (expression, place) => {
  expect(await refusal(expression)).toContain(place);
});
