import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconFlask, IconPencil, IconSend } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ofBroadcast } from '#endpoints/audit/audit.ts';
import { duplicate, get, list, reach, recall, recipients, remove, tryOut, unschedule } from '#endpoints/notifications/broadcasts.ts';
import type { Broadcast, BroadcastRow } from '@vitrine/contract/notifications/broadcasts.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { useViewer } from '#shell/viewer.ts';
import { IdCell, NumberCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import panel from '#ui/panel.module.css';
import { useRemoval } from '#ui/resource/useRemoval.tsx';
import { RichTextView } from '#ui/richText/richTextView.tsx';
import { Composer } from './composer.tsx';
import { ReachTab } from './reachTab.tsx';
import { BroadcastStateCell, broadcastPath, useAudienceText } from './state.tsx';
import { useOnItsWay } from './useOnItsWay.ts';

const SendPanel = onDemand(async () => (await import('./sendPanel.tsx')).SendPanel);
const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

function useFacts(row: BroadcastRow | undefined, whole: Broadcast | undefined): Fact[] {
  const { t } = useTranslation('broadcasts');
  const audience = useAudienceText();
  const of = (read: (one: BroadcastRow) => Fact['value']) => (row ? read(row) : undefined);
  const at = (moment: string | null) => (moment ? formatDateTime(moment) : null);
  return [
    { label: t('audience'), value: of(audience) },
    { label: t('author'), value: of(({ author_name }) => author_name) },
    { label: t('recipients'), value: of(({ recipients: count }) => <NumberCell value={count} />) },
    { label: t('sent_at'), value: of(({ sent_at, send_at }) => at(sent_at ?? send_at)) },
    { label: t('ends_at'), value: of(({ ends_at }) => at(ends_at)) },
    ...(whole?.reminded_at ? [{ label: t('reminded_at'), value: at(whole.reminded_at) }] : []),
  ];
}

/** What was sent, as it stands. */
function Sent({ broadcast: { texts, pictures } }: { broadcast: Broadcast }) {
  const { body } = texts['pt-BR'];
  return <RichTextView text={body} pictures={pictures} />;
}

type Panel = 'send' | 'recall';

/** `/notifications/announcements/<id>`: one announcement, written, on its way, or with its reach. */
export function BroadcastPage() {
  const { t } = useTranslation(['broadcasts', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const stale = useStale();
  const opened = useObject<BroadcastRow, Broadcast>({ get, list }, id);
  const { row, whole } = opened;
  useOnItsWay(id, whole);
  const mayReadLog = verdictOn('audit', useViewer()) === 'open';
  const history = useHistory(ofBroadcast, id, mayReadLog);
  const historyFacts = useHistoryFacts(history, mayReadLog, row);
  const [shown, show] = useState<Panel | null>(null);
  const dirty = useRef(false);
  const params = { id };
  const changed = () => stale(list, get, reach, recipients, ofBroadcast);
  const doing = async (work: Promise<unknown>, sentence: string) => {
    await work.then(() => toast.success(sentence), toast.failure);
    await changed();
  };
  const saved = (then: () => void) => () => (dirty.current ? toast.warning(t('save_first')) : then());
  const removal = useRemoval<BroadcastRow>({
    endpoint: remove,
    nameOf: ({ subject }) => subject,
    done: (name) => t('removed', { name }),
    losses: () => ({ goes: t('remove_goes') }),
    onRemoved: async () => {
      await navigate({ to: broadcastPath });
      await stale(list);
    },
  });
  const copy = async () => {
    const made = await call(duplicate, { params }).catch(toast.failure);
    if (!made) return;
    await stale(list);
    toast.success(t('duplicated'));
    void navigate({ to: objectPath(broadcastPath, made.id) });
  };
  const actions: RowAction<BroadcastRow>[] = [
    {
      key: 'test',
      label: t('test'),
      icon: <IconFlask size={16} />,
      when: ({ can }) => can.edit,
      run: saved(() => void doing(call(tryOut, { params }), t('test_sent'))),
    },
    {
      key: 'unschedule',
      label: t('unschedule'),
      icon: <IconPencil size={16} />,
      when: ({ state }) => state === 'scheduled',
      run: () => void doing(call(unschedule, { params }), t('unscheduled')),
    },
    { key: 'duplicate', label: t('duplicate'), icon: <IconCopy size={16} />, run: () => void copy() },
    {
      key: 'recall',
      label: t('recall'),
      icon: <IconArrowBackUp size={16} />,
      danger: true,
      when: ({ can }) => can.recall,
      run: () => show('recall'),
    },
    removal.action,
  ];
  const text = whole?.can.edit ? (
    <Composer
      key={id}
      broadcast={whole}
      onSaved={() => void changed()}
      onDirty={(now) => {
        dirty.current = now;
      }}
    />
  ) : whole ? (
    <Sent broadcast={whole} />
  ) : null;
  const reachable = whole && (whole.state === 'sending' || whole.state === 'sent' || whole.state === 'recalled');
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: broadcastPath }}
      title={({ subject }) => subject}
      state={({ state }) => <BroadcastStateCell state={state} />}
      primary={({ can }) =>
        can.edit ? (
          <Button leftSection={<IconSend size={16} />} onClick={saved(() => show('send'))}>
            {t('send')}
          </Button>
        ) : null
      }
      actions={actions}
      tabs={[
        { name: 'text', content: text },
        {
          name: 'reach',
          content: reachable ? (
            <ReachTab broadcast={whole} onChanged={() => void changed()} />
          ) : (
            <p className={panel.note}>{t('not_sent')}</p>
          ),
        },
        ...(mayReadLog ? [{ name: 'history' as const, content: <HistoryTab history={history} own={['broadcast']} /> }] : []),
      ]}
      facts={[...useFacts(row, whole), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {shown === 'send' && whole ? <SendPanel broadcast={whole} onSent={() => void changed()} onClose={() => show(null)} /> : null}
      {shown === 'recall' && row ? (
        <ConfirmDialog
          title={t('recall_title', { subject: row.subject })}
          text={t('recall_text')}
          confirm={t('recall')}
          danger
          onConfirm={() => doing(call(recall, { params }), t('recalled'))}
          onClose={() => show(null)}
        />
      ) : null}
      {removal.dialog}
    </ObjectPage>
  );
}
