import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import type { AsideMail, TicketMailbox } from '@vitrine/contract/support/ticketMailbox.ts';
import { get } from '#endpoints/support/ticketMailbox.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import { RelativeTimeCell, StatusCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './ticketMailbox.module.css';

const MailboxForm = onDemand(async () => (await import('./mailboxForm.tsx')).MailboxForm);

/** The job looks in every minute. */
const refetchMs = 60_000;

function Status({ mailbox, taken, days }: { mailbox: TicketMailbox | null; taken: number; days: number }) {
  const { t } = useTranslation('ticketMailbox');
  if (!mailbox) return <p>{t('status_none')}</p>;
  const { checked_at, problem } = mailbox;
  if (checked_at === null) return <p>{t('status_new')}</p>;
  return (
    <>
      <div className={css.row}>
        <StatusCell kind={problem ? 'error' : 'success'}>{t(problem ? 'status_failed' : 'status_ok')}</StatusCell>
        <span className={css.hint}>
          {t('looked')} <RelativeTimeCell value={checked_at} />
        </span>
      </div>
      {problem ? <p role="alert">{t(`problem_${problem}`)}</p> : null}
      <p>{t('taken', { count: taken, days })}</p>
    </>
  );
}

function Aside({ mails, days }: { mails: readonly AsideMail[]; days: number }) {
  const { t } = useTranslation('ticketMailbox');
  return (
    <section className={css.card} data-surface="card" aria-label={t('aside')}>
      <h2>{t('aside')}</h2>
      <p className={css.hint}>{t('aside_hint', { days })}</p>
      {mails.length === 0 ? (
        <p>{t('aside_none')}</p>
      ) : (
        <ul className={css.mails}>
          {mails.map(({ id, sender, reason, received_at }) => (
            <li key={id}>
              <strong>{t(`reason_${reason}`)}</strong>
              <span className={css.hint}>
                {t('aside_from', { sender })} · <RelativeTimeCell value={received_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `/tickets/mailbox`: the mailbox that answers to mails of the help desk come to, and what became of them. */
export function TicketMailboxPage() {
  const { t } = useTranslation('ticketMailbox');
  const { data, error, refetch } = useEndpoint(get, {}, { refetchInterval: refetchMs });
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} description={t('description')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={320} /> : null}
      {data ? (
        <>
          <section className={css.card} data-surface="card" aria-label={t('status')}>
            <h2>{t('status')}</h2>
            <Status {...data} />
          </section>
          <section className={css.card} data-surface="card" aria-label={t('settings')}>
            <h2>{t('settings')}</h2>
            <p className={css.hint}>{t('alone_hint')}</p>
            <MailboxForm key={data.mailbox ? 'given' : 'none'} mailbox={data.mailbox} />
          </section>
          {data.mailbox || data.aside.length > 0 ? <Aside mails={data.aside} days={data.days} /> : null}
        </>
      ) : null}
    </div>
  );
}
