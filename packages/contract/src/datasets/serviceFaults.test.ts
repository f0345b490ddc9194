import { expect, test } from 'vitest';
import { serviceFaultOf } from './serviceFaults.ts';

test.each([
  ["The workbook 'orcamento-2026.xlsx' has no rows.", 'rows_missing'],
  ["The file 'lojas.csv' has no rows.", 'rows_missing'],
  ['The archive cannot be read.', 'file_unreadable'],
  ['The archive holds too much.', 'file_too_large'],
  ["The file 'model.json' cannot be used: tables: Required", 'file_unusable'],
  ['The workspace is not there any more.', 'workspace_gone'],
  ['The credentials provided for the SQL source are invalid.', 'credentials'],
  ['ModelRefreshFailed_CredentialsNotSpecified', 'credentials'],
  ['The gateway is asleep.', 'gateway'],
  ['The capacity is not active.', 'capacity'],
  ['The operation was cancelled because of a time out.', 'timeout'],
  ["The 'Loja' column does not exist in the rowset.", 'column_missing'],
  ["Column 'Código' contains a duplicate value '7'.", 'duplicates'],
  ['There is not enough memory to complete this operation.', 'memory'],
  ['Something that nobody has seen.', 'other'],
])('%s means %s', (message, fault) => {
  expect(serviceFaultOf(message)).toBe(fault);
});
