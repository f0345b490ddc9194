/** Values that follow the reader, in words: `{{email}}` is the reader's e-mail. */
import type { personVariables } from '@vitrine/contract/access/reportAccess.ts';
import { isVariable, variables } from '@vitrine/contract/access/reportAccess.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import type { Value } from './grantValues.ts';

type Known = (typeof personVariables)[number];
type Fields = ReadonlyMap<string, string>;

function wordOf(t: TFunction<'reportAccess'>, token: string, fields: Fields): string {
  const field = fields.get(token);
  if (field !== undefined) return t('variable_field', { name: field });
  const name = token.slice(2, -2);
  return ['email', 'name', 'department', 'group'].includes(name) ? t(`variable_${name as Known}`) : token;
}

/** The variables of the unit with their meaning, and what a value is called. */
export function useVariables(enabled = true): { offered: { token: string; word: string }[]; textOf: (value: Value) => string } {
  const { t } = useTranslation('reportAccess');
  const { data } = useEndpoint(variables, {}, { enabled });
  const all = data?.data ?? [];
  const fields: Fields = new Map(all.flatMap(({ token, name }) => (name === null ? [] : [[token, name]])));
  return {
    offered: all.map(({ token }) => ({ token, word: wordOf(t, token, fields) })),
    textOf: (value) => {
      if (typeof value === 'boolean') return t(value ? 'value_true' : 'value_false');
      return typeof value === 'string' && isVariable(value) ? wordOf(t, value, fields) : String(value);
    },
  };
}
