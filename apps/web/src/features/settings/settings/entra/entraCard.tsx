import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import type { Directory } from '@vitrine/contract/signIn/entra.ts';
import { list, remove } from '#endpoints/signIn/entra.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { StatusCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from '#ui/providers.module.css';

const DirectoryPanel = onDemand(async () => (await import('./directoryPanel.tsx')).DirectoryPanel);
const PeoplePanel = onDemand(async () => (await import('./peoplePanel.tsx')).PeoplePanel);
const ConfirmDelete = onDemand(async () => (await import('#ui/confirmDelete.tsx')).ConfirmDelete);

type Open = { what: 'new' } | { what: 'edit' | 'people' | 'remove'; directory: Directory };

function Registration({ clientId, addresses }: { clientId: string; addresses: readonly string[] }) {
  const { t } = useTranslation('entra');
  return (
    <details className={css.details}>
      <summary>{t('register_title')}</summary>
      <dl>
        <dt>{t('client_id')}</dt>
        <dd>{clientId}</dd>
        <dt>{t('redirect_uri')}</dt>
        {addresses.map((address) => (
          <dd key={address}>{address}</dd>
        ))}
      </dl>
    </details>
  );
}

function Line({ directory, onOpen }: { directory: Directory; onOpen: (open: Open) => void }) {
  const { t } = useTranslation(['entra', 'ui']);
  const { name, email_domains, linked, invited, active } = directory;
  return (
    <li className={css.item}>
      <div className={css.words}>
        <strong>{name}</strong>
        <span>{email_domains.join(', ')}</span>
        <span>
          {t('linked_count', { count: linked })} · {t('invited_count', { count: invited })}
        </span>
      </div>
      <StatusCell kind={active ? 'success' : 'neutral'}>{t(active ? 'on' : 'off')}</StatusCell>
      <ActionIcon variant="subtle" size="lg" aria-label={`${t('people')}: ${name}`} onClick={() => onOpen({ what: 'people', directory })}>
        <IconUsers size={16} />
      </ActionIcon>
      <ActionIcon variant="subtle" size="lg" aria-label={`${t('ui:edit')}: ${name}`} onClick={() => onOpen({ what: 'edit', directory })}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`${t('ui:delete')}: ${name}`}
        onClick={() => onOpen({ what: 'remove', directory })}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}

/** Directories of Microsoft Entra whose people may sign in to the unit. */
export function EntraCard() {
  const { t } = useTranslation('entra');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(list, {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const saved = () => {
    close();
    void stale(list);
  };
  return (
    <section className={css.card} data-surface="card" aria-label={t('title')}>
      <div className={css.head}>
        <p className={css.hint}>{t('hint')}</p>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'new' })}>
          {t('add')}
        </Button>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data && data.client_id === null ? <p className={css.hint}>{t('not_registered')}</p> : null}
      {data?.directories.length === 0 ? <p className={css.hint}>{t('empty')}</p> : null}
      <ul className={css.list}>
        {data?.directories.map((directory) => (
          <Line key={directory.id} directory={directory} onOpen={setOpen} />
        ))}
      </ul>
      {data?.client_id ? <Registration clientId={data.client_id} addresses={data.redirect_uris} /> : null}
      <Suspense fallback={null}>
        {open?.what === 'new' ? <DirectoryPanel directory={null} onClose={close} onSaved={saved} /> : null}
        {open?.what === 'edit' ? <DirectoryPanel directory={open.directory} onClose={close} onSaved={saved} /> : null}
        {open?.what === 'people' ? <PeoplePanel directory={open.directory} onClose={saved} /> : null}
        {open?.what === 'remove' ? (
          <ConfirmDelete
            name={open.directory.name}
            goes={t('remove_goes')}
            stays={t('remove_stays')}
            onClose={close}
            onDelete={async () => {
              await call(remove, { params: { id: open.directory.id } });
              await stale(list);
            }}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
