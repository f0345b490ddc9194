import { Button, Textarea } from '@mantine/core';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { certify, setOwner } from '#endpoints/reports/reports.ts';
import { receiversFound } from '#endpoints/access/reportAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { PickBox } from '#ui/pickBox.tsx';
import panel from '#ui/panel.module.css';
import css from './reports.module.css';

type Change = (change: () => Promise<unknown>, done: string) => Promise<void>;
type Props = { report: Report; change: Change };

function Certification({ report: { id, title, certified }, change }: Props) {
  const { t } = useTranslation('reports');
  const [note, setNote] = useState('');
  const params = { id };
  if (certified)
    return (
      <div className={css.part}>
        <p className={panel.note}>
          {t('certified_since', { by: certified.by, at: formatDateTime(certified.at) })} {certified.note ? <q>{certified.note}</q> : null}
        </p>
        <Button
          variant="default"
          onClick={() => void change(() => call(certify, { params, body: { certified: false } }), t('certify_ended', { title }))}
        >
          {t('certify_end')}
        </Button>
      </div>
    );
  return (
    <div className={css.part}>
      <p className={panel.note}>{t('certify_hint')}</p>
      <Textarea label={t('certify_note')} value={note} maxLength={200} autosize onChange={(event) => setNote(event.currentTarget.value)} />
      <Button
        variant="default"
        onClick={() => void change(() => call(certify, { params, body: { certified: true, note } }), t('certify_saved', { title }))}
      >
        {t('certify_now')}
      </Button>
    </div>
  );
}

function Owner({ report: { id, title, owner }, change }: Props) {
  const { t } = useTranslation('reports');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(receiversFound, { query: { q: words ?? '', active: 'true' } }, { enabled: words !== null });
  const people = data?.data;
  const choose = (membership_id: string) => {
    const name = people?.find(({ to_id }) => to_id === membership_id)?.name ?? '';
    void change(() => call(setOwner, { params: { id }, body: { membership_id } }), t('owner_saved', { name, title }));
  };
  return (
    <div className={css.part}>
      <p className={panel.note}>
        {t('owner')}: {owner ? (owner.gone ? t('owner_gone', owner) : owner.name) : t('owner_none')}
      </p>
      <PickBox
        label={t('owner_choose')}
        placeholder={t('owner_search')}
        finds={people?.map(({ to_id, name, email }) => ({ key: to_id, name, detail: email ?? '' }))}
        onSearch={setWords}
        onChoose={choose}
        nothing={() => t('owner_nobody')}
      />
      {owner ? (
        <Button
          variant="default"
          onClick={() =>
            void change(() => call(setOwner, { params: { id }, body: { membership_id: null } }), t('owner_removed', { title }))
          }
        >
          {t('owner_end')}
        </Button>
      ) : null}
    </div>
  );
}

/** *Confiança*: who vouches for the report and who answers for it. What is done here is done at once, outside of the form. */
export function TrustSection({ report, placed, onSaved }: { report: Report; placed: boolean; onSaved: () => void }) {
  const change: Change = async (run, done) => {
    try {
      await run();
      onSaved();
      toast.success(done);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <>
      <Certification report={report} change={change} />
      {placed ? <Owner report={report} change={change} /> : null}
    </>
  );
}
