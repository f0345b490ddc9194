import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { get } from '#endpoints/people/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import type { Seats } from '#ui/seats/seatsNote.tsx';
import { SeatsNote } from '#ui/seats/seatsNote.tsx';
import { ErrorState } from '#ui/states.tsx';
import { PasswordOnce } from './passwordOnce.tsx';
import { UserForm } from './userForm.tsx';

type Props = {
  cloneOf: string | undefined;
  groups: readonly UserGroup[];
  fields: readonly CustomField[];
  mayGrantAdmin: boolean;
  seats: Seats | null;
  onChanged: () => void;
  onClose: () => void;
};

/** A new person, beside the list; who is there already has a page. */
export function NewUserPanel({ cloneOf, groups, fields, mayGrantAdmin, seats, onChanged, onClose }: Props) {
  const { t } = useTranslation('users');
  const template = useEndpoint(get, { params: { id: cloneOf ?? '' } }, { enabled: cloneOf !== undefined, staleTime: 0 });
  const [password, setPassword] = useState<{ name: string; text: string } | null>(null);
  if (password) return <PasswordOnce name={password.name} password={password.text} onClose={onClose} />;
  return (
    <SidePanel title={t('add')} size={640} onClose={onClose}>
      {seats ? <SeatsNote seats={seats} more={1} /> : null}
      {template.error && !template.data ? <ErrorState error={template.error} onRetry={() => void template.refetch()} /> : null}
      {cloneOf === undefined || template.data ? (
        <UserForm
          user={null}
          template={template.data ?? null}
          groups={groups}
          fields={fields}
          mayGrantAdmin={mayGrantAdmin}
          onSaved={(made) => {
            onChanged();
            if (made?.default_password) setPassword({ name: made.name, text: made.default_password });
            else onClose();
          }}
          onClose={onClose}
        />
      ) : null}
    </SidePanel>
  );
}
