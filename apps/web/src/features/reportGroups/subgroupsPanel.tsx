import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReportGroup, ReportSubgroup } from '@vitrine/contract/features/reportGroups.ts';
import { addSubgroup, groupIcons, list, removeSubgroup, subgroups, updateSubgroup } from '@vitrine/contract/features/reportGroups.ts';
import { menu } from '@vitrine/contract/features/reportReading.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { useEndpoint, useStale } from '../../core/query.ts';
import { toast } from '../../core/toast.ts';
import { GroupIcon } from '../../core/ui/icons.tsx';
import { MenuButton } from '../../core/ui/MenuButton.tsx';
import { SidePanel } from '../../core/ui/SidePanel.tsx';
import { ErrorState } from '../../core/ui/States.tsx';
import css from './rows.module.css';
import { SubgroupForm } from './subgroupForm.tsx';

const ConfirmDelete = lazy(async () => ({ default: (await import('../../core/ui/ConfirmDelete.tsx')).ConfirmDelete }));

type Change = { name: string; icon: ReportSubgroup['icon'] };
type RowProps = { subgroup: ReportSubgroup; canWrite: boolean; onChange: (change: Change) => Promise<unknown>; onRemove: () => void };

/** The icon is a button that shows all of them. */
function IconButton({ subgroup, onChoose }: { subgroup: ReportSubgroup; onChoose: (icon: ReportSubgroup['icon']) => void }) {
  const { t } = useTranslation('reportGroups');
  const label = t('subgroup_icon', { name: subgroup.name });
  return (
    <MenuButton
      label={label}
      align="start"
      entries={groupIcons.map((icon) => ({
        label: t(`icon_${icon}`),
        icon: <GroupIcon name={icon} />,
        chosen: icon === subgroup.icon,
        run: () => onChoose(icon),
      }))}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="subtle" aria-label={label}>
          <GroupIcon name={subgroup.icon} />
        </ActionIcon>
      )}
    />
  );
}

function SubgroupRow({ subgroup, canWrite, onChange, onRemove }: RowProps) {
  const { t } = useTranslation(['reportGroups', 'ui']);
  const [renaming, setRenaming] = useState(false);
  const { name, icon } = subgroup;
  const mayEdit = canWrite && subgroup.can.edit;
  const chooseIcon = (next: ReportSubgroup['icon']) => {
    onChange({ name, icon: next }).catch((error: unknown) => toast.failure(error));
  };
  if (renaming) {
    return (
      <li className={css.row}>
        <SubgroupForm
          label={t('subgroup_name')}
          initial={name}
          submitLabel={t('save')}
          onSave={(next) => onChange({ name: next, icon })}
          onClose={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className={css.row}>
      {mayEdit ? <IconButton subgroup={subgroup} onChoose={chooseIcon} /> : <GroupIcon name={icon} />}
      <span className={css.name}>{name}</span>
      <span className={css.detail}>{t('reports', { count: subgroup.report_count })}</span>
      {mayEdit ? (
        <ActionIcon variant="subtle" aria-label={t('subgroup_rename', { name })} onClick={() => setRenaming(true)}>
          <IconPencil size={16} />
        </ActionIcon>
      ) : null}
      {canWrite && subgroup.can.remove ? (
        <ActionIcon variant="subtle" aria-label={t('subgroup_remove', { name })} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </li>
  );
}

/** The subgroups of one group: add, rename, delete. */
export function SubgroupsPanel({ group, onClose }: { group: ReportGroup; onClose: () => void }) {
  const { t } = useTranslation(['reportGroups', 'ui']);
  const stale = useStale();
  const params = { id: group.id };
  const { data, error, refetch } = useEndpoint(subgroups, { params });
  const [removing, setRemoving] = useState<ReportSubgroup | null>(null);
  const changed = () => stale(subgroups, list, menu);

  return (
    <SidePanel title={t('subgroups_title', { name: group.name })} onClose={onClose}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <p className={css.text}>{t('subgroups_empty')}</p> : null}
      {data && data.data.length > 0 ? (
        <ul className={css.rows}>
          {data.data.map((subgroup) => (
            <SubgroupRow
              key={subgroup.id}
              subgroup={subgroup}
              canWrite={group.can.edit}
              onChange={async (change) => {
                const body = { ...change, version: subgroup.version };
                await call(updateSubgroup, { params: { ...params, subgroup_id: subgroup.id }, body });
                await changed();
              }}
              onRemove={() => setRemoving(subgroup)}
            />
          ))}
        </ul>
      ) : null}
      {group.can.edit && data ? (
        <div className={css.add}>
          <SubgroupForm
            label={t('subgroup_new')}
            initial=""
            submitLabel={t('ui:add')}
            onSave={async (name) => {
              await call(addSubgroup, { params, body: { name } });
              await changed();
            }}
          />
        </div>
      ) : null}
      {removing ? (
        <Suspense fallback={null}>
          <ConfirmDelete
            name={removing.name}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(removeSubgroup, { params: { ...params, subgroup_id: removing.id } });
              await changed();
            }}
          >
            <p>{t('subgroup_remove_text')}</p>
          </ConfirmDelete>
        </Suspense>
      ) : null}
    </SidePanel>
  );
}
