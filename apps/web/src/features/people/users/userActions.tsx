import {
  IconBan,
  IconCircleCheck,
  IconCirclePause,
  IconCopy,
  IconEyeglass,
  IconLogout,
  IconMail,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserMinus,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { resetSecondFactor } from '#endpoints/signIn/secondFactorPolicy.ts';
import type { UserRow } from '@vitrine/contract/people/users.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';
import { useRole } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import type { BulkAction, RowAction, Selection } from '#ui/grid/types.ts';
import type { BulkWish } from './bulkResult.ts';
import type { UserWish } from './wishDialog.tsx';

const stateIcons: Record<'active' | 'inactive' | 'blocked' | 'deactivated', ReactNode> = {
  active: <IconCircleCheck size={16} />,
  inactive: <IconCirclePause size={16} />,
  blocked: <IconBan size={16} />,
  deactivated: <IconUserOff size={16} />,
};
const states = ['active', 'inactive', 'blocked', 'deactivated'] as const;

/** On trial is the unit; the person counts as active here. */
const stateOf = (row: UserRow) => (row.state === 'trial' ? 'active' : row.state);

type Doing = { edit?: (row: UserRow) => void; clone: (row: UserRow) => void; wish: (wish: UserWish) => void };

/** Resets the second factor of a person who lost the phone, so that they set it up again. */
async function resetSecondFactorOf(row: UserRow, question: string, told: string): Promise<void> {
  if (!(await toast.confirm(question))) return;
  await call(resetSecondFactor, { params: { id: row.id } }).then(() => toast.success(told), toast.failure);
}

/** The actions for one person that are allowed and would change something; *Edit* where a list leads to the page. */
export function useUserActions({ edit, clone, wish }: Doing): RowAction<UserRow>[] {
  const { t } = useTranslation(['users', 'ui', 'remoteAccess']);
  const others = (row: UserRow) => row.can.edit && !row.own;
  const { allow_access_remote, remote_access } = useConfig() ?? {};
  const role = useRole();
  // Partners act for administrators and readers, administrators for readers.
  const isBelow = (row: UserRow) => role === 'partner' || (role === 'admin' && row.role === 'user');
  const mayAsk = (row: UserRow) => allow_access_remote === true && !remote_access && others(row) && isBelow(row);
  return [
    ...(edit
      ? [
          {
            key: 'edit',
            label: t('ui:edit'),
            icon: <IconPencil size={16} />,
            shortcut: 'e',
            when: (row: UserRow) => row.can.edit,
            run: edit,
          },
        ]
      : []),
    { key: 'clone', label: t('clone'), icon: <IconCopy size={16} />, when: (row) => row.can.edit, run: clone },
    {
      key: 'invite',
      label: t('do_invite'),
      icon: <IconMail size={16} />,
      when: (row) => others(row) && stateOf(row) === 'active',
      run: (row) => wish({ kind: 'invite', row }),
    },
    ...states.map((state): RowAction<UserRow> => ({
      key: state,
      label: t(`do_${state}`),
      text: t(`does_${state}`),
      icon: stateIcons[state],
      danger: state === 'deactivated',
      when: (row) => others(row) && stateOf(row) !== state,
      run: (row) => wish({ kind: state, row }),
    })),
    {
      key: 'logout',
      label: t('do_logout'),
      text: t('does_logout'),
      icon: <IconLogout size={16} />,
      when: (row) => row.can.edit,
      run: (row) => wish({ kind: 'logout', row }),
    },
    {
      key: 'remote',
      label: t('remoteAccess:ask'),
      text: t('remoteAccess:ask_text'),
      icon: <IconEyeglass size={16} />,
      when: (row) => mayAsk(row) && stateOf(row) === 'active',
      run: (row) => wish({ kind: 'remote', row }),
    },
    {
      key: 'second_factor',
      label: t('second_factor_reset'),
      icon: <IconShieldOff size={16} />,
      when: (row) => others(row) && stateOf(row) === 'active',
      run: (row) => void resetSecondFactorOf(row, t('second_factor_sure', { name: row.name }), t('second_factor_done', { name: row.name })),
    },
    {
      key: 'erase',
      label: t('erase'),
      text: t('does_erase'),
      icon: <IconTrash size={16} />,
      danger: true,
      when: (row) => row.can.remove,
      run: (row) => wish({ kind: 'erase', row }),
    },
  ];
}

export function useBulkActions(run: (action: BulkWish, selection: Selection) => void, hasGroups: boolean): BulkAction[] {
  const { t } = useTranslation('users');
  const ofGroups = (key: 'add_to_group' | 'remove_from_group', icon: ReactNode): BulkAction[] =>
    hasGroups ? [{ key, label: t(`do_${key}`), icon, run: (selection) => run(key, selection) }] : [];
  const ofState = (state: (typeof states)[number]): BulkAction => ({
    key: state,
    label: t(`do_${state}`),
    text: t(`does_${state}`),
    icon: stateIcons[state],
    danger: state === 'deactivated',
    run: (selection) => run(state, selection),
  });
  // What is done to many most often comes first.
  return [
    ...ofGroups('add_to_group', <IconUserPlus size={16} />),
    { key: 'invite', label: t('do_invite'), icon: <IconMail size={16} />, run: (selection) => run('invite', selection) },
    ofState('inactive'),
    ofState('blocked'),
    ofState('active'),
    ...ofGroups('remove_from_group', <IconUserMinus size={16} />),
    {
      key: 'logout',
      label: t('do_logout'),
      text: t('does_logout'),
      icon: <IconLogout size={16} />,
      run: (selection) => run('logout', selection),
    },
    ofState('deactivated'),
  ];
}
