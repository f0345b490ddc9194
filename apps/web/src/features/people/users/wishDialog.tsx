import type { UserRow } from '@vitrine/contract/people/users.ts';
import { erase, forceLogout, invite, setState } from '#endpoints/people/users.ts';
import { useTranslation } from 'react-i18next';
import { confirmName } from '#platform/confirmName.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { ErasurePreview, useErasurePreview } from '#ui/erasurePreview/erasurePreview.ts';
import { AskPanel } from '#ui/remoteAccess/askPanel.tsx';

/** What somebody wants to do with one person. */
export type UserWish = { kind: 'active' | 'inactive' | 'blocked' | 'deactivated' | 'logout' | 'invite' | 'erase' | 'remote'; row: UserRow };

type Props = { wish: UserWish; onDone: () => Promise<unknown>; onClose: () => void };

function EraseDialog({ row: { id, name }, onDone, onClose }: { row: UserRow } & Omit<Props, 'wish'>) {
  const { t } = useTranslation('users');
  const preview = useErasurePreview(id);
  return (
    <ConfirmDelete
      name={name}
      goes={t('erase_goes')}
      stays={t('erase_stays')}
      done={t('erased', { name })}
      ready={preview.ready}
      onClose={onClose}
      onDelete={async () => {
        await call(erase, { params: { id }, query: { confirm: confirmName(name) } });
        await onDone();
      }}
    >
      <ErasurePreview {...preview.list} />
    </ConfirmDelete>
  );
}

/** Confirms an action on a person, such as blocking, inviting or erasing. */
export function WishDialog({ wish: { kind, row }, onDone, onClose }: Props) {
  const { t } = useTranslation('users');
  const params = { id: row.id };
  if (kind === 'remote') return <AskPanel whom={{ membership_id: row.id }} name={row.name} onClose={onClose} />;
  if (kind === 'erase') return <EraseDialog row={row} onDone={onDone} onClose={onClose} />;
  // On trial is the unit; its people count as active.
  const before = row.state === 'trial' ? 'active' : row.state;
  const takeBack = async () => {
    await call(setState, { params, body: { state: before } });
    toast.success(t(`done_${before}`, { name: row.name }));
    await onDone();
  };
  const act = async () => {
    if (kind === 'logout') await call(forceLogout, { params, body: {} });
    else if (kind === 'invite') await call(invite, { params, body: {} });
    else await call(setState, { params, body: { state: kind } });
    await onDone();
    const done = t(`done_${kind}`, { name: row.name });
    if (kind === 'logout' || kind === 'invite') toast.success(done);
    else toast.undo(done, () => void takeBack().catch(toast.failure));
  };
  return (
    <ConfirmDialog
      title={t(`ask_${kind}`, { name: row.name })}
      text={t(`ask_${kind}_text`)}
      confirm={t(`do_${kind}`)}
      danger={kind === 'blocked' || kind === 'deactivated'}
      onConfirm={act}
      onClose={onClose}
    />
  );
}
