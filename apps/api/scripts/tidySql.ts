/**
 * An expression or definition as the catalogue prints it, in the style of the migrations: lower case outside of literals,
 * without casts of literals, doubled brackets and names that nobody gave. For reading; it still means the same.
 */
export function tidySql(text: string): string {
  const lower = text
    .split(/('(?:[^']|'')*')/)
    .map((part, at) => (at % 2 === 1 ? part : part.toLowerCase().replaceAll(/\s+/g, ' ')))
    .join('');
  const plain = lower
    .replaceAll(/('(?:[^']|'')*')::(?:text|jsonb|inet)(?!\[)/g, '$1')
    .replaceAll(/'(\{[^']*\})'::(?:text|uuid)\[\]/g, "'$1'")
    .replaceAll(/ as "?(?:nullif|partner_tenants|app_setting)"?(?=\))/g, '')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' using btree', '')
    .replaceAll('public.', '')
    .replaceAll(/~~ (?=')/g, 'like ')
    .replaceAll('( select', '(select')
    .replaceAll(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)');
  return withoutDoubledBrackets(plain);
}

/** `((a))` becomes `(a)`, `((a) and (b))` stays. */
function withoutDoubledBrackets(text: string): string {
  for (let at = text.indexOf('(('); at !== -1; at = text.indexOf('((', at + 1)) {
    const inner = closingOf(text, at + 1);
    if (text[inner + 1] === ')' && !/[\w"]/.test(text[at - 1] ?? ''))
      return withoutDoubledBrackets(text.slice(0, at) + text.slice(at + 1, inner + 1) + text.slice(inner + 2));
  }
  return text;
}

function closingOf(text: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
