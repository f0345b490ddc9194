import type { model as modelOfReport } from '@vitrine/contract/access/reportAccess.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import css from './access.module.css';
import { FilterEditor } from './filterEditor.tsx';
import type { GrantDraft, RowsChoice } from './grantValues.ts';
import { openRoleOf } from './grantValues.ts';
import { RoleList } from './roleList.tsx';
import { SentAs } from './sentAs.tsx';

type Props = {
  report: Report;
  model: Answer<typeof modelOfReport> | undefined;
  draft: GrantDraft;
  errors: Record<string, string>;
  onChange: (changes: Partial<GrantDraft>) => void;
};

/** The kinds of rule that the report allows. */
function choicesOf({ data_rule, roles_required }: Report, openRole: string | undefined): { choice: RowsChoice; word: string }[] {
  if (data_rule === 'filter')
    return [
      { choice: 'filter', word: 'filter' },
      { choice: 'elsewhere', word: 'elsewhere' },
    ];
  if (data_rule === 'none') return [];
  return [
    ...(openRole === undefined ? [] : [{ choice: 'all' as const, word: 'all' }]),
    { choice: 'role', word: 'role' },
    roles_required ? { choice: 'elsewhere', word: 'elsewhere' } : { choice: 'elsewhere', word: 'user' },
  ];
}

/** Which rows: cards for the kind of rule, and what belongs to the chosen one. */
export function RowsStep({ report, model, draft, errors, onChange }: Props) {
  const { t } = useTranslation('reportAccess');
  const name = useId();
  const ownNote = report.kind === 'link' || report.kind === 'page' ? report.kind : report.data_rule;
  const choices = choicesOf(report, openRoleOf(model?.roles ?? []));
  if (choices.length === 0)
    return <p className={css.detail}>{t(ownNote === 'link' || ownNote === 'page' ? `note_${ownNote}` : 'note_none')}</p>;
  const words = {
    all: [t('choice_all'), t('choice_all_text')],
    role: [t('choice_role'), t('choice_role_text')],
    filter: [t('choice_filter'), t('choice_filter_text')],
    elsewhere: [t('choice_elsewhere'), t('choice_elsewhere_text')],
    user: [t('choice_user'), t('choice_user_text')],
  } as Record<string, [string, string]>;
  return (
    <>
      <div className={css.cards} role="radiogroup" aria-label={t('step_rows')}>
        {choices.map(({ choice, word }) => (
          <label key={choice} className={css.card} data-chosen={draft.rows === choice || undefined}>
            <input type="radio" name={name} checked={draft.rows === choice} onChange={() => onChange({ rows: choice })} />
            <span className={css.name}>{words[word]?.[0]}</span>
            <span className={css.detail}>{words[word]?.[1]}</span>
          </label>
        ))}
      </div>
      {draft.rows === 'role' ? (
        <RoleList model={model} chosen={draft.rls_roles} error={errors['rls_roles']} onChange={(rls_roles) => onChange({ rls_roles })} />
      ) : null}
      {draft.rows === 'filter' ? (
        <FilterEditor
          reportId={report.id}
          columns={model?.columns}
          filters={draft.filters}
          errors={errors}
          onChange={(filters) => onChange({ filters })}
        />
      ) : null}
      {report.data_rule === 'rls' && (draft.rows === 'role' || !report.roles_required) && draft.rows !== 'all' ? (
        <SentAs value={draft.rls_username} error={errors['rls_username']} onChange={(rls_username) => onChange({ rls_username })} />
      ) : null}
    </>
  );
}
