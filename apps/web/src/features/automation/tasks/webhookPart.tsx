import { Button } from '@mantine/core';
import { IconKey, IconSend } from '@tabler/icons-react';
import type { Task } from '@vitrine/contract/automation/task.ts';
import type { TestAnswer } from '@vitrine/contract/automation/taskWebhook.ts';
import { get, list } from '#endpoints/automation/tasks.ts';
import { newSecret, testCall } from '#endpoints/automation/taskWebhook.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import panel from '#ui/panel.module.css';
import { ShownOnce } from '#ui/secret/shownOnce.tsx';
import css from './tasks.module.css';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

/** The secret is shown once, after it was made; the one before signs for another day. */
function SecretPart({ task }: { task: Task }) {
  const { t } = useTranslation('taskWebhook');
  const stale = useStale();
  const [made, setMade] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const { id, has_secret, secret_made_at, secret_before_until, can } = task;
  const make = async () => {
    const { secret } = await call(newSecret, { params: { id } });
    setMade(secret);
    await stale(get, list);
  };
  return (
    <>
      <p className={has_secret ? css.dim : css.error}>
        {has_secret ? t('secret_made', { at: secret_made_at ? formatDateTime(secret_made_at) : '' }) : t('secret_none')}{' '}
        {secret_before_until ? t('secret_overlap', { at: formatDateTime(secret_before_until) }) : ''}
      </p>
      {made ? <ShownOnce secret={made} words={{ once: t('secret_once'), copy: t('copy') }} /> : null}
      {can.edit ? (
        <div className={css.ask}>
          <Button
            variant={has_secret ? 'default' : 'filled'}
            leftSection={<IconKey size={16} />}
            onClick={() => (has_secret ? setAsking(true) : void make().catch(toast.failure))}
          >
            {t(has_secret ? 'secret_change' : 'secret_make')}
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t('secret_change')}
            text={t('secret_change_text')}
            confirm={t('secret_change')}
            onClose={() => setAsking(false)}
            onConfirm={make}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function TestPart({ id, ready }: { id: string; ready: boolean }) {
  const { t } = useTranslation('taskWebhook');
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer(await call(testCall, { params: { id } }));
    } catch (refusal) {
      toast.failure(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={css.ask}>
        <Button variant="default" leftSection={<IconSend size={16} />} loading={busy} disabled={!ready} onClick={() => void test()}>
          {t('test')}
        </Button>
        <span className={css.dim}>{t('test_text')}</span>
      </div>
      <div role="status">
        {answer === null ? null : answer.problem === null ? (
          <p className={panel.note}>{t('test_done', { status: answer.status, time: formatNumber(answer.milliseconds / 1000) })}</p>
        ) : (
          <p className={css.error}>{t('test_failed', { why: t(`problem_${answer.problem}`, { status: answer.status }) })}</p>
        )}
      </div>
    </>
  );
}

/** What is called, how the receiver knows the portal, and whether it answers now. */
export function WebhookPart({ task }: { task: Task }) {
  const { t } = useTranslation('taskWebhook');
  return (
    <section className={panel.section} aria-label={t('title')}>
      <h3 className={css.heading}>{t('title')}</h3>
      <p className={css.address}>{task.webhook_url}</p>
      <SecretPart task={task} />
      {task.can.edit ? <TestPart id={task.id} ready={task.has_secret} /> : null}
    </section>
  );
}
