import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { SamlApp } from '@vitrine/contract/signIn/saml.ts';
import { changeStatus, list, metadata, remove } from '#endpoints/signIn/saml.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from '#ui/providers.module.css';
import own from './saml.module.css';

const AppPanel = onDemand(async () => (await import('./appPanel.tsx')).AppPanel);
const TestPanel = onDemand(async () => (await import('./testPanel.tsx')).TestPanel);
const SwitchOff = onDemand(async () => (await import('./switchOff.tsx')).SwitchOff);
const ConfirmDelete = onDemand(async () => (await import('#ui/confirmDelete.tsx')).ConfirmDelete);

type Open = { what: 'new' } | { what: 'edit' | 'test' | 'off' | 'remove'; app: SamlApp };

const soonMs = 60 * 86_400_000;

/** What is entered at the provider. */
function Ours({ app: { id, ours } }: { app: SamlApp }) {
  const { t } = useTranslation('saml');
  return (
    <details className={css.details}>
      <summary>{t('ours')}</summary>
      <dl>
        <dt>{t('our_entity_id')}</dt>
        <dd>{ours.entity_id}</dd>
        <dt>{t('our_acs')}</dt>
        {ours.acs_urls.map((url) => (
          <dd key={url}>{url}</dd>
        ))}
        <dt>{t('our_slo')}</dt>
        <dd>{ours.slo_url}</dd>
      </dl>
      <Button
        className={own.ours}
        variant="default"
        size="xs"
        onClick={() => void saveFile(metadata, { params: { id } }).catch(toast.failure)}
      >
        {t('our_metadata')}
      </Button>
    </details>
  );
}

function Ends({ app }: { app: SamlApp }) {
  const { t } = useTranslation('saml');
  const [now] = useState(() => Date.now());
  return app.certificates.map(({ fingerprint, ends_at }) => {
    const isSoon = Date.parse(ends_at) - now < soonMs;
    const text = t('certificate_until', { date: formatDate(ends_at) });
    return isSoon ? (
      <StatusCell key={fingerprint} kind="warning">
        {text}
      </StatusCell>
    ) : (
      <span key={fingerprint}>{text}</span>
    );
  });
}

type LineProps = { app: SamlApp; onOpen: (open: Open) => void; onSwitch: (app: SamlApp) => void };

function Line({ app, onOpen, onSwitch }: LineProps) {
  const { t } = useTranslation(['saml', 'ui']);
  const { name, email_domains, people, active } = app;
  return (
    <li className={css.card} data-surface="card">
      <div className={css.item}>
        <div className={css.words}>
          <strong>{name}</strong>
          <span>{email_domains.join(', ')}</span>
          <span>{t('people_count', { count: people })}</span>
          <Ends app={app} />
        </div>
        <StatusCell kind={active ? 'success' : 'neutral'}>{t(active ? 'on' : 'off')}</StatusCell>
        <Button variant="default" size="xs" aria-label={`${t('test')}: ${name}`} onClick={() => onOpen({ what: 'test', app })}>
          {t('test')}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={`${t(active ? 'switch_off' : 'switch_on')}: ${name}`}
          onClick={() => (active && app.only_way > 0 ? onOpen({ what: 'off', app }) : onSwitch(app))}
        >
          {t(active ? 'switch_off' : 'switch_on')}
        </Button>
        <ActionIcon variant="subtle" size="lg" aria-label={`${t('ui:edit')}: ${name}`} onClick={() => onOpen({ what: 'edit', app })}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" size="lg" aria-label={`${t('ui:delete')}: ${name}`} onClick={() => onOpen({ what: 'remove', app })}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      <Ours app={app} />
    </li>
  );
}

/** Apps of SAML providers by which people sign in to the unit. */
export function SamlApps() {
  const { t } = useTranslation('saml');
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(list, {});
  const [open, setOpen] = useState<Open | null>(() => (new URLSearchParams(location.search).get('app') === 'new' ? { what: 'new' } : null));
  const close = () => setOpen((now) => (now === open ? null : now));
  const saved = () => {
    close();
    void stale(list);
  };
  const change = async ({ id, name, active }: SamlApp, typed?: string) => {
    try {
      await call(changeStatus, { body: { id, active: !active, ...(typed === undefined ? {} : { name: typed }) } });
      toast.success(t(active ? 'switched_off' : 'switched_on', { name }));
    } catch (failure) {
      toast.failure(failure);
    }
    await stale(list);
  };
  return (
    <>
      <PageHeader title={t('title')} description={t('hint')}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'new' })}>
          {t('add')}
        </Button>
      </PageHeader>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className={css.hint}>{t('empty')}</p> : null}
      <ul className={css.list}>
        {data?.map((app) => (
          <Line key={app.id} app={app} onOpen={setOpen} onSwitch={(one) => void change(one)} />
        ))}
      </ul>
      <Suspense fallback={null}>
        {open?.what === 'new' ? <AppPanel app={null} onClose={close} onSaved={saved} /> : null}
        {open?.what === 'edit' ? <AppPanel app={open.app} onClose={close} onSaved={saved} /> : null}
        {open?.what === 'test' ? <TestPanel app={open.app} onClose={close} /> : null}
        {open?.what === 'off' ? <SwitchOff app={open.app} onClose={close} onSwitch={(name) => change(open.app, name)} /> : null}
        {open?.what === 'remove' ? (
          <ConfirmDelete
            name={open.app.name}
            goes={t('remove_goes')}
            stays={t('remove_stays')}
            onClose={close}
            onDelete={async () => {
              await call(remove, { query: { id: open.app.id, name: open.app.name } });
              await stale(list);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
