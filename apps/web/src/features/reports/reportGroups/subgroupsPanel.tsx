import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react';
import type { ReportGroup, ReportSubgroup } from '@vitrine/contract/reports/reportGroups.ts';
import { addSubgroup, groupIcons, list, removeSubgroup, subgroups, updateSubgroup } from '#endpoints/reports/reportGroups.ts';
import { menu } from '#endpoints/reading/reportReading.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ImageField } from '#ui/form/imageField.tsx';
import { GroupIcon } from '#ui/icons.tsx';
import { MenuButton } from '#ui/menuButton.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './rows.module.css';
import { SubgroupForm } from './subgroupForm.tsx';

const ConfirmDelete = onDemand(async () => (await import('#ui/confirmDelete.tsx')).ConfirmDelete);

type Change = Partial<Pick<ReportSubgroup, 'name' | 'icon' | 'cover_id'>>;
type RowProps = { subgroup: ReportSubgroup; canWrite: boolean; onChange: (change: Change) => Promise<unknown>; onRemove: () => void };

/** The choice is saved at once, like the icon. */
function CoverDialog({
  subgroup,
  onChoose,
  onClose,
}: {
  subgroup: ReportSubgroup;
  onChoose: (id: string | null) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('reportGroups');
  return (
    <Dialog title={t('subgroup_cover', { name: subgroup.name })} width="480px" onClose={onClose}>
      <ImageField
        label={t('cover')}
        description={t('subgroup_cover_hint')}
        purpose="group_cover"
        value={subgroup.cover_id}
        address={subgroup.cover}
        onChange={onChoose}
      />
    </Dialog>
  );
}

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
  const [covering, setCovering] = useState(false);
  const { name, icon, cover } = subgroup;
  const mayEdit = canWrite && subgroup.can.edit;
  const choose = (change: Change) => {
    onChange(change).catch((error: unknown) => toast.failure(error));
  };
  if (renaming) {
    return (
      <li className={css.row}>
        <SubgroupForm
          label={t('subgroup_name')}
          initial={name}
          submitLabel={t('save')}
          onSave={(next) => onChange({ name: next })}
          onClose={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className={css.row}>
      {mayEdit ? <IconButton subgroup={subgroup} onChoose={(next) => choose({ icon: next })} /> : <GroupIcon name={icon} />}
      <span className={css.name}>{name}</span>
      <span className={css.detail}>{t('reports', { count: subgroup.report_count })}</span>
      {mayEdit ? (
        <ActionIcon variant="subtle" aria-label={t('subgroup_cover', { name })} onClick={() => setCovering(true)}>
          {cover === null ? <IconPhoto size={16} /> : <img src={cover} alt="" className={css.cover} />}
        </ActionIcon>
      ) : null}
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
      {covering ? (
        <CoverDialog subgroup={subgroup} onChoose={(cover_id) => choose({ cover_id })} onClose={() => setCovering(false)} />
      ) : null}
    </li>
  );
}

/** The subgroups of one group: add, rename, icon, cover, delete. */
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
                const { name, icon, cover_id, version } = subgroup;
                const body = { name, icon, cover_id, version, ...change };
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
              toast.success(t('subgroup_created', { name }));
              // The form is free for the next name while the list is read.
              void changed();
            }}
          />
        </div>
      ) : null}
      {removing ? (
        <Suspense fallback={null}>
          <ConfirmDelete
            name={removing.name}
            goes={t('subgroup_remove_goes')}
            stays={t('subgroup_remove_text')}
            done={t('subgroup_removed', { name: removing.name })}
            onClose={() => setRemoving(null)}
            onDelete={async () => {
              await call(removeSubgroup, { params: { ...params, subgroup_id: removing.id } });
              await changed();
            }}
          />
        </Suspense>
      ) : null}
    </SidePanel>
  );
}
