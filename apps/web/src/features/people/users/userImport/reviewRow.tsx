import type { ImportRow, UserImport } from '@vitrine/contract/people/userImport.ts';
import { correct } from '#endpoints/people/userImport.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from './import.module.css';
import own from './reviewStep.module.css';
import { MarkedValue } from './markedValue.tsx';

type Props = { given: UserImport; row: ImportRow; onCorrected: () => void };

/** A row with editable cells, saved on blur or Enter. Columns that are left out are not shown. */
export function ReviewRow({ given, row, onCorrected }: Props) {
  const { t } = useTranslation('users');
  const [cells, setCells] = useState(row.cells);
  const save = async (next: string[]) => {
    if (next.every((cell, index) => cell === row.cells[index])) return;
    try {
      await call(correct, { params: { id: given.id, line: String(row.line) }, body: { cells: next } });
      onCorrected();
    } catch (error) {
      toast.failure(error);
    }
  };
  const change = (column: number, text: string) => cells.map((cell, index) => (index === column ? text : cell));
  return (
    <tr>
      <td className={own.line} data-label={t('line')}>
        {row.line}
        {row.returns ? <span className={css.hint}>{t('row_returns')}</span> : null}
        {row.problems['row'] ? <span className={own.problem}>{t(`problem_${row.problems['row']}`)}</span> : null}
      </td>
      {given.header.map((name, column) => {
        if (!given.mapping[column]) return null;
        const problem = row.problems[String(column)];
        const suggestion = row.suggestions[String(column)];
        const id = `${row.line}-${column}`;
        const label = name === '' ? t('column_number', { number: column + 1 }) : name;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a column is known by its place alone
          <td key={column} data-label={label}>
            <textarea
              rows={1}
              className={own.cell}
              data-wide={given.mapping[column] === 'email' || given.mapping[column] === 'name' || undefined}
              aria-label={t('cell_of', { column: label, line: row.line })}
              aria-invalid={problem !== undefined}
              {...(problem ? { 'aria-describedby': id } : {})}
              maxLength={500}
              value={cells[column] ?? ''}
              onChange={(event) => setCells(change(column, event.currentTarget.value))}
              onBlur={() => void save(cells)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  event.currentTarget.blur();
                }
                if (event.key === 'Escape') setCells(row.cells);
              }}
            />
            {problem ? (
              <span className={own.problem} id={id}>
                {t(`problem_${problem}`)}
                {problem === 'invalid' ? <MarkedValue field={given.mapping[column]} value={cells[column] ?? ''} /> : null}
              </span>
            ) : null}
            {suggestion ? (
              <button
                type="button"
                className={own.suggestion}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void save(change(column, suggestion))}
              >
                {t('use_suggestion', { text: suggestion })}
              </button>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}
