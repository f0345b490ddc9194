import { ActionIcon, Button, Select } from '@mantine/core';
import { IconTrash, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import { addMembers, candidates, members, removeMember } from '#endpoints/people/userGroups.ts';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { DateField } from '#ui/form/dates/dateField.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { ErrorState } from '#ui/states.tsx';
import panel from '#ui/panel.module.css';
import css from './userGroups.module.css';

const perPage = 50;

/** People of the group, loaded in pages; each may have an end date. */
function useMembers(id: string) {
  return useInfiniteQuery({
    queryKey: [members.path, id],
    queryFn: ({ pageParam, signal }) => call(members, { params: { id }, query: { page: pageParam, per_page: perPage } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.data.length < perPage ? undefined : last.meta.page + 1),
    placeholderData: keepPreviousData,
  });
}

export function MembersTab({ group, onChanged }: { group: UserGroup; onChanged: () => void }) {
  const { t } = useTranslation(['userGroups', 'ui']);
  const stale = useStale();
  const list = useMembers(group.id);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [until, setUntil] = useState('');
  const [busy, setBusy] = useState(false);
  const found = useEndpoint(candidates, { params: { id: group.id }, query: { q: useDeferredValue(words).trim().slice(0, 120) } });

  const act = async (work: Promise<unknown>, tell: () => void) => {
    setBusy(true);
    try {
      await work;
      setChosen(null);
      setWords('');
      await stale(candidates);
      onChanged();
      tell();
    } catch (refusal) {
      toast.failure(refusal);
    } finally {
      setBusy(false);
    }
  };
  // The company directory decides who is in its groups.
  const mayChange = group.can.edit && !group.by_directory;
  const candidateName = (id: string) => found.data?.data.find((person) => person.id === id)?.name ?? '';
  const join = (id: string, ends_on: string | null) =>
    call(addMembers, { params: { id: group.id }, body: { membership_ids: [id], ends_on } });
  const leave = ({ id, name, ends_on }: (typeof rows)[number]) => {
    const back = () => void act(join(id, ends_on), () => toast.success(t('member_added', { name, group: group.name })));
    void act(call(removeMember, { params: { id: group.id, membership_id: id } }), () =>
      toast.undo(t('member_removed', { name, group: group.name }), back),
    );
  };
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={panel.stack}>
      {group.by_directory ? <p className={panel.note}>{t('by_directory')}</p> : null}
      {mayChange ? (
        <div className={css.adding}>
          <Select
            label={t('add_member')}
            placeholder={t('ui:search')}
            data={(found.data?.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
            // The server has searched already, without accents.
            filter={({ options }) => options}
            value={chosen}
            onChange={setChosen}
            searchValue={words}
            onSearchChange={setWords}
            searchable
            nothingFoundMessage={t('ui:no_records')}
          />
          <DateField label={t('until_optional')} value={until} onChange={setUntil} ends />
          <Button
            disabled={chosen === null}
            loading={busy}
            onClick={() =>
              chosen &&
              void act(join(chosen, until === '' ? null : until), () =>
                toast.success(t('member_added', { name: candidateName(chosen), group: group.name })),
              )
            }
          >
            {t('ui:add')}
          </Button>
        </div>
      ) : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && rows.length === 0 ? <p className={panel.note}>{t('no_members')}</p> : null}
      {rows.length > 0 ? (
        <ul className={panel.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <IconUser size={16} aria-hidden="true" />
              <span className={panel.what}>
                <Link to={objectPath('/user', row.id)} className={panel.link ?? ''}>
                  {row.name}
                </Link>
                <span className={panel.detail}>
                  {row.ends_on ? `${row.email} · ${t('until', { date: formatDate(row.ends_on) })}` : row.email}
                </span>
              </span>
              {mayChange ? (
                <ActionIcon variant="subtle" aria-label={t('remove_member', { name: row.name })} disabled={busy} onClick={() => leave(row)}>
                  <IconTrash size={16} />
                </ActionIcon>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}
