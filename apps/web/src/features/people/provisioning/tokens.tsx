import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ScimToken } from '@vitrine/contract/people/provisioning.ts';
import { log, remove, setRehearsal, tokens } from '#endpoints/people/provisioning.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { copyText, toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './provisioning.module.css';
import { watched } from './watched.ts';

const TokenPanel = onDemand(async () => (await import('./tokenPanel.tsx')).TokenPanel);
const ConfirmDelete = onDemand(async () => (await import('#ui/confirmDelete.tsx')).ConfirmDelete);
const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

type Open = { what: 'new' } | { what: 'edit' | 'revoke' | 'go_live' | 'rehearse_again'; token: ScimToken };
type Opening = { onOpen: (open: Open) => void };

const counted = ['created', 'changed', 'disabled', 'refused'] as const;

/** What the first synchronisation would do, and the step from it to the real thing. */
function Rehearsal({ token, onOpen }: { token: ScimToken } & Opening) {
  const { t } = useTranslation('provisioning');
  const { rehearsed } = token;
  if (!rehearsed) return null;
  const isNothing = counted.every((what) => rehearsed[what] === 0);
  return (
    <div className={css.rehearsal}>
      <strong>{t('would')}</strong>
      {isNothing ? (
        <p className={css.hint}>{t('would_nothing')}</p>
      ) : (
        <ul className={css.counts}>
          {counted.map((what) => (
            <li key={what} data-what={what}>
              {t(`would_${what}`, { n: rehearsed[what] })}
            </li>
          ))}
        </ul>
      )}
      <div className={css.row}>
        <Button onClick={() => onOpen({ what: 'go_live', token })}>{t('go_live')}</Button>
        <Button variant="subtle" onClick={() => onOpen({ what: 'rehearse_again', token })}>
          {t('rehearse_again')}
        </Button>
      </div>
    </div>
  );
}

function TokenLine({ token, onOpen }: { token: ScimToken } & Opening) {
  const { t } = useTranslation(['provisioning', 'ui']);
  const { name, last_four, rehearsal, expired, expires_at, last_used_at } = token;
  const state = expired ? 'expired' : rehearsal ? 'rehearsal' : 'live';
  const kind = { expired: 'error', rehearsal: 'warning', live: 'success' } as const;
  return (
    <li className={css.token}>
      <div className={css.item}>
        <div className={css.words}>
          <strong>{name}</strong>
          <span>
            {t('ends_with', { last_four })} · {t(expired ? 'ended' : 'ends', { at: formatDateTime(expires_at) })} ·{' '}
            {last_used_at ? t('used', { at: formatDateTime(last_used_at) }) : t('never_used')}
          </span>
        </div>
        <div className={css.side}>
          <StatusCell kind={kind[state]}>{t(`state_${state}`)}</StatusCell>
          <ActionIcon variant="subtle" size="lg" aria-label={t('edit', { name })} onClick={() => onOpen({ what: 'edit', token })}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" size="lg" aria-label={t('revoke', { name })} onClick={() => onOpen({ what: 'revoke', token })}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      </div>
      <Rehearsal token={token} onOpen={onOpen} />
    </li>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTranslation('provisioning');
  return (
    <div className={css.addresses}>
      <strong>{t('address')}</strong>
      {addresses.map((address) => (
        <div key={address} className={css.row}>
          <code>{address}</code>
          <ActionIcon variant="subtle" size="lg" aria-label={`${t('copy')}: ${address}`} onClick={() => void copyText(address)}>
            <IconCopy size={16} />
          </ActionIcon>
        </div>
      ))}
      <p className={css.hint}>{t('address_hint')}</p>
    </div>
  );
}

/** What was asked for at a token: its form, or whether that is really meant. */
function Asked({ open, onClose, onChanged }: { open: Open; onClose: () => void; onChanged: () => Promise<void> }) {
  const { t } = useTranslation('provisioning');
  if (open.what === 'new' || open.what === 'edit')
    return <TokenPanel token={open.what === 'edit' ? open.token : null} onClose={onClose} onSaved={() => void onChanged()} />;
  const { id, name } = open.token;
  if (open.what === 'revoke')
    return (
      <ConfirmDelete
        name={name}
        goes={t('revoke_goes')}
        stays={t('revoke_stays')}
        done={t('revoked', { name })}
        onClose={onClose}
        onDelete={async () => {
          await call(remove, { query: { token_id: id, confirm: name } });
          await onChanged();
        }}
      />
    );
  const rehearsal = open.what === 'rehearse_again';
  return (
    <ConfirmDialog
      title={t(open.what)}
      text={t(`${open.what}_text`, { name })}
      confirm={t(open.what)}
      onClose={onClose}
      onConfirm={async () => {
        await call(setRehearsal, { body: { token_id: id, rehearsal } });
        toast.success(t(rehearsal ? 'is_rehearsal' : 'is_live', { name }));
        await onChanged();
      }}
    />
  );
}

/** The tokens of the unit, with what a rehearsal would change. */
export function Tokens() {
  const { t } = useTranslation('provisioning');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(tokens, {}, watched);
  const [open, setOpen] = useState<Open | null>(null);
  // A dialog closes when everything is read again; by then the next one may have been opened.
  const close = () => setOpen((now) => (now === open ? null : now));
  return (
    <section className={css.card} data-surface="card" aria-label={t('tokens')}>
      <div className={css.head}>
        <p className={css.hint}>{t('tokens_hint')}</p>
        {data?.can.add ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'new' })}>
            {t('add')}
          </Button>
        ) : null}
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <p className={css.hint}>{t('no_tokens')}</p> : null}
      <ul className={css.list}>
        {data?.data.map((token) => (
          <TokenLine key={token.id} token={token} onOpen={setOpen} />
        ))}
      </ul>
      {data ? <Addresses addresses={data.addresses} /> : null}
      {data ? <p className={css.hint}>{t('provisioned', data.provisioned)}</p> : null}
      <Suspense fallback={null}>{open ? <Asked open={open} onClose={close} onChanged={() => stale(tokens, log)} /> : null}</Suspense>
    </section>
  );
}
