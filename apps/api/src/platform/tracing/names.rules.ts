/** What spans are called: words of the program and of the protocols, never what people or units have named. */

const mostStatements = 12;
const text = /'[^']*'/g;
const firstWord = /^[\s(]*([a-z]+)\b/i;
const verbs: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'with', 'merge']);
const table = /\b(?:from|into|update|join)\s+"?([a-z_][a-z0-9_]*)/gi;

/** A statement by what it does and to which tables, such as `select report, report_grant`: no values, not even those that stand in it. */
export function statementName(sql: string): string {
  const plain = sql.replaceAll(text, '').slice(0, 20_000);
  const word = firstWord.exec(plain)?.[1]?.toLowerCase() ?? '';
  const verb = verbs.has(word) ? word : 'call';
  const tables = [...plain.matchAll(table)].map(([, name = '']) => name.toLowerCase());
  return [verb, [...new Set(tables)].slice(0, 4).join(', ')].filter(Boolean).join(' ');
}

/** The statements of one round trip. */
export function batchName(statements: readonly string[]): string {
  const names = statements.slice(0, mostStatements).map(statementName);
  const more = statements.length - names.length;
  return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Words of the paths of Power BI, Azure and Entra; everything else in a path is an id or a name. */
const words: ReadonlySet<string> = new Set(
  `v1.0 myorg groups reports datasets dashboards refreshes refreshSchedule GenerateToken executeQueries exports ExportTo Export file imports
  pages datasources parameters users Clone Rebind AssignToCapacity UpdateReportContent capacities admin workspaces getInfo modified scanStatus
  scanResult subscriptions resourceGroups providers Microsoft.PowerBIDedicated Microsoft.Fabric resume suspend oauth2 v2.0 token
  temporaryUploadLocation apps tiles Default.TakeOver Default.UpdateParameters Default.GetParameters`.split(/\s+/),
);

/** A path of the reporting service, such as `/v1.0/myorg/groups/…/reports/…/GenerateToken`. */
export const callName = (path: string): string =>
  path
    .split('/')
    .slice(0, 16)
    .map((part) => (part === '' || words.has(part) ? part : '…'))
    .join('/');
