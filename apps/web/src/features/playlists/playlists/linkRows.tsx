import { TextInput } from '@mantine/core';
import { get } from '#endpoints/playlists/playlists.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { ChoiceCards } from '#ui/access/choiceCards.tsx';
import { RoleList } from '#ui/access/roleList.tsx';
import { useCommonModel } from '#ui/access/useModel.ts';
import css from './playlists.module.css';

export type LinkRowsDraft = {
  /** The rows of the owner, or those of roles. */
  rows: 'owner' | 'role';
  roles: string[];
  username: string;
};

type Props = {
  playlistId: string;
  draft: LinkRowsDraft;
  owner: { name: string; email: string } | null;
  errors: Record<string, string>;
  onChange: (changes: Partial<LinkRowsDraft>) => void;
};

/** Which rows a screen shows: the owner's, or those of roles that the models of all its reports have. */
export function LinkRows({ playlistId, draft, owner, errors, onChange }: Props) {
  const { t } = useTranslation(['playlists', 'reportAccess']);
  const { data: playlist } = useEndpoint(get, { params: { id: playlistId } });
  const reportIds = [...new Set((playlist?.slides ?? []).map(({ report_id }) => report_id))];
  const model = useCommonModel(reportIds);
  // Without roles in any of the reports, rows are what the owner sees.
  if (model?.kinds.rls === 0 || playlist?.slides.length === 0) return null;
  return (
    <section className={css.rows} aria-label={t('reportAccess:step_rows')}>
      <h4>{t('reportAccess:step_rows')}</h4>
      <ChoiceCards
        label={t('reportAccess:step_rows')}
        choices={[
          { value: 'owner', title: t('link_rows_owner'), text: t('link_rows_owner_text') },
          { value: 'role', title: t('reportAccess:choice_role'), text: t('link_rows_role_text') },
        ]}
        value={draft.rows}
        onChange={(rows) => onChange({ rows })}
      />
      {draft.rows === 'role' ? (
        <>
          {model?.roles_from === 'model' && model.roles.length === 0 ? (
            <p className={css.hint}>{t('reportAccess:bulk_no_role_in_common')}</p>
          ) : null}
          <RoleList
            model={model}
            chosen={draft.roles}
            error={errors['identity'] ?? errors['identity.roles']}
            onChange={(roles) => onChange({ roles })}
          />
          <TextInput
            label={t('link_username')}
            description={owner ? t('link_username_hint', { email: owner.email }) : t('link_username_owner')}
            value={draft.username}
            error={errors['identity.username']}
            onChange={(event) => onChange({ username: event.currentTarget.value })}
          />
        </>
      ) : null}
    </section>
  );
}
