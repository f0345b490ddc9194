import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlug, IconTrash, IconUser, IconUsers } from '@tabler/icons-react';
import type { MemberKind, MemberRight, Workspace, WorkspaceMember } from '@vitrine/contract/reports/workspaces.ts';
import { addMember, changeMember, memberKinds, memberRights, members, removeMember } from '#endpoints/reports/workspaces.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';

type Act = (work: Promise<unknown>, done: string) => Promise<boolean>;

const icons = { app: IconPlug, group: IconUsers, person: IconUser };

function useRights() {
  const { t } = useTranslation('workspaces');
  return memberRights.map((value) => ({ value, label: t(`right_${value}`) }));
}

function NewMember({
  busy,
  onAdd,
}: {
  busy: boolean;
  onAdd: (who: { identifier: string; kind: MemberKind; right: MemberRight }) => Promise<void>;
}) {
  const { t } = useTranslation(['workspaces', 'ui']);
  const rights = useRights();
  const [identifier, setIdentifier] = useState('');
  const [kind, setKind] = useState<MemberKind>('person');
  const [right, setRight] = useState<MemberRight>('viewer');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    setProblem(null);
    try {
      await onAdd({ identifier, kind, right });
      setIdentifier('');
    } catch (error) {
      const failure = failureOf(error);
      const told = failure.fields['identifier'];
      if (told === undefined) toast.failure(error);
      else setProblem(told);
    }
  };
  return (
    <form
      className={panel.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={panel.pair}>
        <Select
          label={t('member_kind')}
          data={memberKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(memberKinds.find((one) => one === value) ?? 'person')}
        />
        <TextInput
          label={kind === 'person' ? t('member_email') : t('member_id')}
          value={identifier}
          error={problem}
          onChange={(event) => setIdentifier(event.currentTarget.value)}
        />
        <Select
          label={t('member_right')}
          data={rights}
          value={right}
          allowDeselect={false}
          onChange={(value) => setRight(memberRights.find((one) => one === value) ?? 'viewer')}
        />
      </div>
      <div className={panel.buttons}>
        <Button type="submit" disabled={identifier.trim() === ''} loading={busy}>
          {t('member_add')}
        </Button>
      </div>
    </form>
  );
}

function MemberRow({ member, place, mayChange, act }: { member: WorkspaceMember; place: Place; mayChange: boolean; act: Act }) {
  const { t } = useTranslation('workspaces');
  const rights = useRights();
  const { identifier, name, email, kind, right, own } = member;
  const Icon = icons[kind];
  const change = (value: string | null) => {
    const next = memberRights.find((one) => one === value);
    if (next && next !== right)
      void act(call(changeMember, { params: place, body: { identifier, right: next } }), t('member_changed', { name }));
  };
  return (
    <li>
      <Icon size={16} aria-hidden="true" />
      <span className={panel.what}>
        <span>{name}</span>
        <span className={panel.detail}>{own ? t('member_own') : [t(`kind_${kind}`), email ?? ''].filter(Boolean).join(' · ')}</span>
      </span>
      {mayChange && !own ? (
        <>
          <Select aria-label={t('member_right_of', { name })} data={rights} value={right} allowDeselect={false} onChange={change} w={150} />
          <ActionIcon
            variant="subtle"
            aria-label={t('member_remove', { name })}
            onClick={() => void act(call(removeMember, { params: place, body: { identifier } }), t('member_removed', { name }))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </>
      ) : (
        <span className={panel.detail}>{t(`right_${right}`)}</span>
      )}
    </li>
  );
}

type Place = { account_id: string; workspace_id: string };

/** Who has a role in the workspace at Power BI: seen, given, changed and taken. */
export function MembersTab({ workspace: { account_id, workspace_id, can }, onChanged }: { workspace: Workspace; onChanged: () => void }) {
  const { t } = useTranslation('workspaces');
  const place = { account_id, workspace_id };
  const { data, error, refetch } = useEndpoint(members, { params: place });
  const [busy, setBusy] = useState(false);
  const during = async (work: Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work;
      toast.success(done);
      onChanged();
    } finally {
      setBusy(false);
    }
  };
  const act: Act = (work, done) =>
    during(work, done).then(
      () => true,
      (refusal: unknown) => {
        toast.failure(refusal);
        return false;
      },
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <div className={panel.stack}>
      <p className={panel.note}>{t('members_note')}</p>
      {can.edit ? (
        <NewMember
          busy={busy}
          onAdd={(who) => during(call(addMember, { params: place, body: who }), t('member_added', { name: who.identifier }))}
        />
      ) : null}
      <ul className={panel.rows} aria-label={t('members')}>
        {data.data.map((member) => (
          <MemberRow key={member.identifier} member={member} place={place} mayChange={can.edit} act={act} />
        ))}
      </ul>
    </div>
  );
}
