import { useTranslation } from 'react-i18next';
import { ChoiceCards } from './choiceCards.tsx';
import { FilterEditor } from './filterEditor.tsx';
import type { GrantDraft, RowsChoice } from './grantValues.ts';
import { openRoleOf } from './grantValues.ts';
import { RoleList } from './roleList.tsx';
import type { RuledReport } from './ruledReport.ts';
import { SentAs } from './sentAs.tsx';
import texts from './texts.module.css';
import type { Model } from './useModel.ts';

type Props = {
  report: RuledReport;
  model: Model | undefined;
  draft: GrantDraft;
  errors: Record<string, string>;
  onChange: (changes: Partial<GrantDraft>) => void;
};

type Word = 'all' | 'role' | 'filter' | 'elsewhere' | 'user';

/** The kinds of rule that the report allows. */
function choicesOf({ data_rule, roles_required }: RuledReport, openRole: string | undefined): { value: RowsChoice; word: Word }[] {
  if (data_rule === 'filter')
    return [
      { value: 'filter', word: 'filter' },
      { value: 'elsewhere', word: 'elsewhere' },
    ];
  if (data_rule === 'none') return [];
  return [
    ...(openRole === undefined ? [] : [{ value: 'all' as const, word: 'all' as const }]),
    { value: 'role', word: 'role' },
    { value: 'elsewhere', word: roles_required ? 'elsewhere' : 'user' },
  ];
}

/** Which rows: cards for the kind of rule, and what belongs to the chosen one. */
export function RowsStep({ report, model, draft, errors, onChange }: Props) {
  const { t } = useTranslation('reportAccess');
  const choices = choicesOf(report, openRoleOf(model?.roles ?? []));
  if (choices.length === 0) {
    const note = report.kind === 'link' || report.kind === 'page' ? report.kind : 'none';
    return <p className={texts.detail}>{t(`note_${note}`)}</p>;
  }
  return (
    <>
      <ChoiceCards
        label={t('step_rows')}
        choices={choices.map(({ value, word }) => ({ value, title: t(`choice_${word}`), text: t(`choice_${word}_text`) }))}
        value={draft.rows}
        onChange={(rows) => onChange({ rows })}
      />
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
