/** Where something stands in a DAX text; both count from 1, as in Power BI's "Query (1, 15)". */
export type Position = { line: number; column: number };

export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '==' | '<>' | '<' | '<=' | '>' | '>=' | '&&' | '||' | 'IN';

export type Expression =
  | { kind: 'number'; value: number; integer: boolean; at: Position }
  | { kind: 'text'; value: string; at: Position }
  | { kind: 'column'; table: string; column: string; at: Position }
  /** `[Name]` alone: a measure. */
  | { kind: 'measure'; name: string; at: Position }
  | { kind: 'table'; name: string; at: Position }
  /** `omitted` stands for an argument that was left out. */
  | { kind: 'call'; name: string; args: Expression[]; omitted?: true; at: Position }
  | { kind: 'unary'; operator: '-' | '+' | 'NOT'; operand: Expression; at: Position }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; at: Position }
  /** `{1, 2}` or `{("a", 1), ("b", 2)}`. */
  | { kind: 'rows'; rows: Expression[][]; at: Position }
  /** `("a", 1)`, to the left of IN. */
  | { kind: 'tuple'; items: Expression[]; at: Position }
  /** `dt"2026-01-31"`. */
  | { kind: 'date'; value: string; at: Position }
  /** `VAR a = 1 RETURN a + 1`. */
  | { kind: 'block'; variables: Variable[]; result: Expression; at: Position };

export type Variable = { name: string; value: Expression; at: Position };

export type Binary = Extract<Expression, { kind: 'binary' }>;

/** Operators of a row such as `a + b - c`, which is computed as one however long it is. */
const rows: BinaryOperator[][] = [['+', '-'], ['*'], ['&'], ['&&'], ['||']];

export function rowOf(operator: BinaryOperator): BinaryOperator[] | undefined {
  return rows.find((one) => one.includes(operator));
}

type Later = { operator: BinaryOperator; operand: Expression; at: Position };

/** The operands of a row from left to right, each but the first with the operator before it. */
export function operandsOf(expression: Binary): [Expression, Later, ...Later[]] {
  const row = rowOf(expression.operator);
  const later: Later[] = [];
  let { left } = expression;
  while (left.kind === 'binary' && row?.includes(left.operator)) {
    later.push({ operator: left.operator, operand: left.right, at: left.at });
    left = left.left;
  }
  const last = { operator: expression.operator, operand: expression.right, at: expression.at };
  const [next, ...more] = [...later.toReversed(), last];
  return [left, next, ...more];
}

export type Call = Extract<Expression, { kind: 'call' }>;

export type Ordering = { by: Expression; direction: 'ascending' | 'descending'; start?: Expression };

/** `DEFINE … EVALUATE … ORDER BY …`. */
export type Query = {
  measures: { table: string; name: string; expression: Expression; at: Position }[];
  variables: Variable[];
  tables: { expression: Expression; order: Ordering[]; at: Position }[];
};

/** A DAX text that cannot be read, or says what this service cannot compute. */
export class DaxError extends Error {
  readonly at: Position;

  constructor(message: string, at: Position) {
    super(`(${at.line}, ${at.column}) ${message}`);
    this.name = 'DaxError';
    this.at = at;
  }
}
