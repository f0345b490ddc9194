import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { add, candidates, list, preview, remove, why } from '#endpoints/access/reportAccess.ts';
import { list as reportList } from '#endpoints/reports/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { plain } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { PickBox } from '#ui/pickBox.tsx';
import type { Assignee } from './candidateSearch.tsx';
import css from './builder.module.css';
import { ChosenChips } from './chips.tsx';
import { GrantSteps } from './grantSteps.tsx';
import { Step } from './step.tsx';
import { useGrantDraft } from './useGrantDraft.ts';

const reportsShown = 20;

type Props = {
  /** Who gets it: a person or a group. */
  receiver: Assignee;
  /** Reports that the receiver has already. */
  taken: ReadonlySet<string>;
  onChanged: () => Promise<unknown>;
};

function ReportSearch({ taken, onChoose }: { taken: ReadonlySet<string>; onChoose: (report: Report) => void }) {
  const { t } = useTranslation('reportAccess');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useAllRows<Report>(reportList, { enabled: words !== null });
  const wanted = plain(words ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const found = data?.filter(({ title, group_name }) => wanted.every((word) => plain(`${title} ${group_name}`).includes(word)));
  return (
    <PickBox
      label={t('which_report')}
      placeholder={t('which_report_search')}
      finds={found?.slice(0, reportsShown).map(({ id, title, group_name }) => ({
        key: id,
        name: title,
        detail: taken.has(id) ? t('already') : group_name,
        icon: <IconChartBar size={16} aria-hidden="true" />,
        taken: taken.has(id),
      }))}
      onSearch={setWords}
      onChoose={(key) => {
        const chosen = data?.find(({ id }) => id === key);
        if (chosen) onChoose(chosen);
      }}
      nothing={(text) => t('no_report_found', { words: text })}
    />
  );
}

/** Rows and end of one report for the receiver, and what comes of it. */
function Rules({ report, receiver, onChanged, onClose }: Pick<Props, 'receiver' | 'onChanged'> & { report: Report; onClose: () => void }) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const stale = useStale();
  const [saving, setSaving] = useState(false);
  const state = useGrantDraft({ report, grant: null, receivers: [receiver] });
  const changed = () => Promise.all([stale(list, candidates, why, preview), onChanged()]);
  const save = async () => {
    const rules = state.checked();
    if (!rules) return;
    setSaving(true);
    const params = { id: report.id };
    try {
      const { id: grant_id } = await call(add, { params, body: { to: receiver.to, to_id: receiver.to_id, ...rules } });
      const takeBack = () => void call(remove, { params: { ...params, grant_id } }).then(changed, toast.failure);
      onClose();
      void changed();
      toast.undo(t('given_report', { title: report.title, name: receiver.name }), takeBack);
    } catch (error) {
      setSaving(false);
      if (!state.refuse(error)) toast.failure(error);
    }
  };
  return (
    <form
      className={css.steps}
      aria-label={t('give_title', { title: report.title })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <GrantSteps state={state} first={2} names={receiver.name} />
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}

/** Gives one person or group a report: which, which rows, until when. */
export function GiveReport({ receiver, taken, onChanged }: Props) {
  const { t } = useTranslation('reportAccess');
  const [report, setReport] = useState<Report | null>(null);
  return (
    <section className={css.builder} aria-label={t('assign')}>
      <Step number={1} title={t('step_report')}>
        {report ? (
          <ChosenChips
            chips={[{ key: report.id, name: report.title, icon: <IconChartBar size={16} aria-hidden="true" /> }]}
            onRemove={() => setReport(null)}
          />
        ) : (
          <ReportSearch taken={taken} onChoose={setReport} />
        )}
      </Step>
      {report ? <Rules key={report.id} report={report} receiver={receiver} onChanged={onChanged} onClose={() => setReport(null)} /> : null}
    </section>
  );
}
