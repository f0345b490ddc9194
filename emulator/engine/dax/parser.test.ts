import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDax } from './parser.ts';
import { DaxError } from './syntax.ts';
import type { Expression } from './syntax.ts';

/** An expression in prefix form, without positions. */
function shape(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return String(expression.value);
    case 'text':
      return JSON.stringify(expression.value);
    case 'column':
      return `${expression.table}[${expression.column}]`;
    case 'measure':
      return `[${expression.name}]`;
    case 'table':
      return `'${expression.name}'`;
    case 'call':
      return `${expression.name}(${expression.args.map(shape).join(' ')})`;
    case 'unary':
      return `(${expression.operator} ${shape(expression.operand)})`;
    case 'binary':
      return `(${expression.operator} ${shape(expression.left)} ${shape(expression.right)})`;
    case 'tuple':
      return `(${expression.items.map(shape).join(':')})`;
    case 'date':
      return `dt${expression.value}`;
    case 'block':
      return `(${expression.variables.map(({ name, value }) => `${name}:${shape(value)}`).join(' ')} ${shape(expression.result)})`;
    default:
      return `{${expression.rows.map((row) => row.map(shape).join(':')).join(' ')}}`;
  }
}

test.each([
  ['1 + 2 * 3', '(+ 1 (* 2 3))'],
  ['(1 + 2) * 3', '(* (+ 1 2) 3)'],
  ['10 - 4 - 3', '(- (- 10 4) 3)'],
  ['-2 ^ 2', '(- (^ 2 2))'],
  ['- 1 + 2', '(+ (- 1) 2)'],
  ['1 & 2 + 3', '(& 1 (+ 2 3))'],
  ['[A] = 1 && [B] <> 2 || [C] >= 3', '(|| (&& (= [A] 1) (<> [B] 2)) (>= [C] 3))'],
  ['NOT [A] = 1 && TRUE', '(&& (NOT (= [A] 1)) TRUE())'],
  ['Loja[Região] IN {"Sul", "Norte"}', '(IN Loja[Região] {"Sul" "Norte"})'],
  ['{("a", 1), ("b", 2)}', '{"a":1 "b":2}'],
  ['{("a") & "b"}', '{(& "a" "b")}'],
  ["'Calendário do ano'[Mês]", 'Calendário do ano[Mês]'],
  ["'It''s'[a]]b]", "It's[a]b]"],
  ['"say ""hi"""', '"say \\"hi\\""'],
  ['sum ( Sales[x] ) // comment\n/* and\nmore */ -- and this', 'SUM(Sales[x])'],
  ['BLANK()', 'BLANK()'],
  ['("a", 1) IN {("a", 1)}', '(IN ("a":1) {"a":1})'],
  ['VAR a = 1 VAR b = a + 1 RETURN a * b', "(a:1 b:(+ 'a' 1) (* 'a' 'b'))"],
  ['1 + (var x = [A] return x)', "(+ 1 (x:[A] 'x'))"],
  ['dt"2026-02-28" + 1', '(+ dt2026-02-28 1)'],
  ['1.5e3 + .5', '(+ 1500 0.5)'],
])('reads %s', (text, expected) => {
  expect(shape(parseDax(text))).toBe(expected);
});

test.each([
  ['', 1, 1],
  ['1 +', 1, 4],
  ['SUM(Sales[x]', 1, 13],
  ['1 2', 1, 3],
  ['1 +\n  ; 2', 2, 3],
  ['IF(\n\t1 = 1,\n\t)', 3, 2],
  ['"open', 1, 1],
])('says where %j goes wrong', (text, line, column) => {
  expect(() => parseDax(text)).toThrow(expect.objectContaining({ name: 'DaxError', at: { line, column } }));
});

test('refuses an expression that is nested too deeply, without exhausting the stack', () => {
  expect(() => parseDax('{('.repeat(150))).toThrow(DaxError);
  expect(() => parseDax(`${'('.repeat(100_000)}1${')'.repeat(100_000)}`)).toThrow(/nested too deeply/);
  expect(() => parseDax(`${'NOT '.repeat(100_000)}1`)).toThrow(/nested too deeply/);
});

test('reads or refuses any text, and never fails in another way', () => {
  const piece = fc.constantFrom(
    'SUM(',
    'Sales[x]',
    '[M]',
    '(',
    ')',
    '{',
    '}',
    ',',
    '"a"',
    '1',
    '+',
    '<>',
    '&&',
    ' IN ',
    'NOT ',
    "'T'",
    '\n',
    '--',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, (one) => {
      try {
        parseDax(one);
      } catch (error) {
        expect(error).toBeInstanceOf(DaxError);
      }
    }),
  );
});
