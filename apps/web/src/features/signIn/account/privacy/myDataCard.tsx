import { Button } from '@mantine/core';
import { IconDatabase, IconDownload, IconFileDescription, IconPencil, IconSend } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { cancel, downloadMyData, privacyDays, requests } from '#endpoints/privacy/privacy.ts';
import type { PrivacyRequest } from '@vitrine/contract/privacy/privacy.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { saveFile } from '#platform/savedFile.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useRole } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import css from '../account.module.css';
import { Card, Row } from '../parts.tsx';

const DataPanel = onDemand(async () => (await import('./dataPanel.tsx')).DataPanel);
const AskDialog = onDemand(async () => (await import('./askDialog.tsx')).AskDialog);

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

/** Own data: see, download, correct, and request. `?panel=` says what is open. */
export function MyDataCard() {
  const { t } = useTranslation('privacy');
  const role = useRole();
  // Staff belong to no unit that could answer requests.
  const asks = role === 'admin' || role === 'user';
  const [busy, setBusy] = useState(false);
  const mine = useEndpoint(requests, { query: { sort: '-created_at' } }, { enabled: asks }).data?.data ?? [];
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const open = search['panel'];
  const setOpen = (panel: 'data' | 'ask' | undefined) =>
    void navigate({ to: '.', search: { ...search, section: 'data', panel }, replace: true });
  const close = () => setOpen(undefined);
  const save = async () => {
    setBusy(true);
    try {
      await saveFile(downloadMyData, {});
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('my_data')} text={t('my_data_text')}>
      <ul className={css.rows}>
        <Row icon={<IconDatabase {...icon} />} title={t('see')} text={t('see_text')}>
          <Button variant="default" onClick={() => setOpen('data')}>
            {t('see_action')}
          </Button>
        </Row>
        <Row icon={<IconDownload {...icon} />} title={t('download')} text={t('download_text')}>
          <Button variant="default" loading={busy} onClick={() => void save()}>
            {t('download_action')}
          </Button>
        </Row>
        <Row icon={<IconPencil {...icon} />} title={t('correct')} text={t('correct_text')}>
          <Button variant="default" onClick={() => void navigate({ to: '.', search: { section: 'profile' } })}>
            {t('correct_action')}
          </Button>
        </Row>
        {asks ? (
          <Row icon={<IconSend {...icon} />} title={t('ask')} text={t('ask_text', { days: privacyDays })}>
            <Button variant="default" onClick={() => setOpen('ask')}>
              {t('ask_action')}
            </Button>
          </Row>
        ) : null}
        {mine.map((request) => (
          <OwnRequest key={request.id} request={request} />
        ))}
      </ul>
      <Suspense fallback={null}>
        {open === 'data' ? <DataPanel onClose={close} /> : null}
        {open === 'ask' && asks ? <AskDialog onClose={close} /> : null}
      </Suspense>
    </Card>
  );
}

function OwnRequest({ request }: { request: PrivacyRequest }) {
  const { t } = useTranslation('privacy');
  const stale = useStale();
  const takeBack = async () => {
    try {
      await call(cancel, { params: { id: request.id } });
      toast.success(t('cancelled'));
    } catch (error) {
      toast.failure(error);
    }
    await stale(requests);
  };
  const dates = { since: formatDate(request.created_at), due: formatDate(request.due_at) };
  return (
    <Row
      icon={<IconFileDescription {...icon} />}
      title={t(`kind_${request.kind}`)}
      tag={t(`state_${request.state}`)}
      text={request.state === 'open' ? t('request_open', dates) : request.answer || dates.since}
    >
      {request.can.cancel ? (
        <Button variant="default" onClick={() => void takeBack()}>
          {t('cancel')}
        </Button>
      ) : null}
    </Row>
  );
}
