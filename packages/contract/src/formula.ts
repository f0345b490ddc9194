/**
 * How a text begins that a spreadsheet would run as a formula: with a sign, its full-width, small or raised form, or the minus of
 * mathematics, also behind blanks that nobody sees. For the class of a regular expression with the flag `u`.
 */
const signs = String.raw`=+\-@\u2212\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u207A\u207B\u207C`;
const unseen = String.raw`\s\0\u200B-\u200F\u2060\uFEFF`;

export const formulaStart = String.raw`(?:[${unseen}]*[${signs}]|[\t\r\n\0])`;
