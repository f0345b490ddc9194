import { Button, TextInput } from '@mantine/core';
import type { Directory, EntraPerson } from '@vitrine/contract/signIn/entra.ts';
import { invite, people, unlink } from '#endpoints/signIn/entra.ts';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from '#ui/providers.module.css';

const kinds = { linked: 'success', invited: 'warning', none: 'neutral' } as const;

type LineProps = { person: EntraPerson; onInvite: () => void; onUnlink: () => void };

function Line({ person, onInvite, onUnlink }: LineProps) {
  const { t } = useTranslation('entra');
  const { name, email, state, fits } = person;
  return (
    <li className={css.item}>
      <div className={css.words}>
        <strong>{name}</strong>
        <span>{email}</span>
        {state === 'none' && !fits ? <span>{t('does_not_fit')}</span> : null}
      </div>
      <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>
      {state === 'none' ? (
        <Button variant="default" size="xs" disabled={!fits} aria-label={`${t('invite')}: ${name}`} onClick={onInvite}>
          {t('invite')}
        </Button>
      ) : (
        <Button variant="default" size="xs" aria-label={`${t('unlink')}: ${name}`} onClick={onUnlink}>
          {t('unlink')}
        </Button>
      )}
    </li>
  );
}

/** Who of the unit signs in by the directory, and whom an administrator invites to. */
export function PeoplePanel({ directory: { id, name }, onClose }: { directory: Directory; onClose: () => void }) {
  const { t } = useTranslation('entra');
  const stale = useStale();
  const [words, setWords] = useState('');
  const { data, error, refetch } = useEndpoint(people, { params: { id }, query: { q: useDeferredValue(words).trim().slice(0, 120) } });
  const run = async (work: () => Promise<string>) => {
    try {
      toast.success(await work());
    } catch (failure) {
      toast.failure(failure);
    }
    await stale(people);
  };
  const inviting = (membership_id: string | null) =>
    run(async () => t('invited_now', { count: (await call(invite, { params: { id }, body: { membership_id } })).invited }));
  const unlinking = (person: EntraPerson) =>
    run(async () => {
      await call(unlink, { params: { id }, body: { membership_id: person.id } });
      return t('unlinked', { name: person.name });
    });
  return (
    <SidePanel title={`${name}: ${t('people')}`} size={560} onClose={onClose}>
      <div className={css.people}>
        <p className={css.hint}>{t('people_hint')}</p>
        <TextInput
          aria-label={t('people_search')}
          placeholder={t('people_search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          data-autofocus
        />
        <div>
          <Button variant="default" onClick={() => void inviting(null)}>
            {t('invite_all')}
          </Button>
        </div>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data?.people.length === 0 ? <p className={css.hint}>{t('people_empty')}</p> : null}
        <ul className={css.list}>
          {data?.people.map((person) => (
            <Line key={person.id} person={person} onInvite={() => void inviting(person.id)} onUnlink={() => void unlinking(person)} />
          ))}
        </ul>
      </div>
    </SidePanel>
  );
}
