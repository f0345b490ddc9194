import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import { cancel, get } from '#endpoints/signIn/remoteAccess.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actFor } from '#platform/actFor.ts';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { safePath } from '#platform/redirect.ts';
import { useUser } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import { PageHeader } from '#ui/pageHeader.tsx';
import { Question, RequestFacts } from '#ui/remoteAccess/question.tsx';
import css from '#ui/remoteAccess/remoteAccess.module.css';
import { ErrorState } from '#ui/states.tsx';
import { Receipt } from './receipt.tsx';

const everyMs = 3000;
const secondMs = 1000;

/** What is left to answer, by the second. */
function Countdown({ until }: { until: string }) {
  const { t } = useTranslation('remoteAccess');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(tick);
  }, []);
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / secondMs));
  return (
    <p className={css.countdown} role="timer">
      {t('countdown', { minutes: Math.floor(left / 60), seconds: String(left % 60).padStart(2, '0') })}
    </p>
  );
}

/** Of somebody who was asked by mail: their question, that it was answered, and in the end the receipt. */
function Asked({ access, onAnswered }: { access: RemoteAccess; onAnswered: () => void }) {
  const { t } = useTranslation('remoteAccess');
  return (
    <>
      <PageHeader title={t(access.state === 'ended' ? 'receipt_title' : 'answer_title', { name: access.asker_name })} />
      <section className={css.card} aria-label={t(`state_${access.state}`)}>
        {access.state === 'waiting' ? <Question access={access} onAnswered={onAnswered} /> : null}
        {access.state === 'ended' ? <Receipt access={access} /> : null}
        {access.state !== 'waiting' && access.state !== 'ended' ? (
          <>
            <h2 role="status">{t('answered_already')}</h2>
            <RequestFacts access={access} />
          </>
        ) : null}
      </section>
    </>
  );
}

/** Of whoever asked: how it stands, and on it goes as soon as it is allowed. */
function Waiting({ access, onChanged }: { access: RemoteAccess; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation('remoteAccess');
  const timezone = useConfig()?.timezone ?? 'UTC';
  const going = useRef(false);
  const { id, state, person_name: name, answer_until, word } = access;
  useEffect(() => {
    if (state !== 'allowed' || going.current) return;
    going.current = true;
    actFor(id).catch((refusal: unknown) => toast.failure(refusal));
  }, [state, id]);
  const takeBack = async () => {
    await call(cancel, { params: { id } }).catch(toast.failure);
    await onChanged();
  };
  return (
    <>
      <PageHeader title={t('wait_title', { name })} />
      <section className={css.card} aria-label={t(`state_${state}`)}>
        <h2 role="status">{t(`wait_${state}`, { name, until: momentText(answer_until, timezone).slice(-5) })}</h2>
        {state === 'waiting' ? <Countdown until={answer_until} /> : null}
        {word ? <p>{t('word_said', { word })}</p> : null}
        <RequestFacts access={access} />
        {state === 'waiting' ? (
          <Button variant="default" onClick={() => void takeBack()}>
            {t('cancel')}
          </Button>
        ) : (
          <Button variant="default" component={Link} to={safePath(access.back_path) ?? '/'}>
            {t(access.asker_role === 'admin' ? 'to_users' : 'to_start')}
          </Button>
        )}
      </section>
    </>
  );
}

/** `/authorization/<request>`: whoever asked waits here, and who was asked by mail answers here. */
export function Authorization() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const me = useUser()?.id;
  const stale = useStale();
  const { data, error, refetch } = useEndpoint(get, { params: { id: token } }, { staleTime: 0, refetchInterval: everyMs });
  useLive('remote_access', () => void stale(get));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return data.person_id === me ? (
    <Asked access={data} onAnswered={() => void refetch()} />
  ) : (
    <Waiting access={data} onChanged={() => stale(get)} />
  );
}
