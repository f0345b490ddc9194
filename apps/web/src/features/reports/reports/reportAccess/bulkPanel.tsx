import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TagsInput } from '@mantine/core';
import { bulkAdd, bulkRemove, list, permissions, why } from '#endpoints/access/reportAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import panel from '#ui/panel.module.css';
import css from './access.module.css';
import { AssigneeIcon } from './assigneeIcon.tsx';
import type { Assignee } from './candidateSearch.tsx';
import { assigneeKey, ReceiverSearch } from './candidateSearch.tsx';
import { ChosenChips } from './chips.tsx';
import { UntilStep } from './untilStep.tsx';

type Props = { mode: 'add' | 'remove'; reportIds: readonly string[]; onDone: () => void; onClose: () => void };

/** Many reports for many people and groups at once. */
export function BulkPanel({ mode, reportIds, onDone, onClose }: Props) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const stale = useStale();
  const [chosen, setChosen] = useState<readonly Assignee[]>([]);
  const [roles, setRoles] = useState<string[]>([]);
  const [endsOn, setEndsOn] = useState('');
  const [inPerson, setInPerson] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const adding = mode === 'add';

  const run = async () => {
    const receivers = chosen.map(({ to, to_id }) => ({ to, to_id }));
    const report_ids = [...reportIds];
    if (adding) {
      const done = await call(bulkAdd, { body: { report_ids, receivers, rls_roles: roles, ends_on: endsOn || null } });
      return t('bulk_added', done);
    }
    return t('bulk_removed', await call(bulkRemove, { body: { report_ids, receivers, in_person: inPerson } }));
  };
  const submit = async () => {
    if (chosen.length === 0) {
      setProblem(t('bulk_nobody'));
      return;
    }
    setSaving(true);
    try {
      toast.success(await run());
      await stale(list, why, permissions);
      onDone();
      onClose();
    } catch (error) {
      const { fields, message } = failureOf(error);
      setProblem(Object.values(fields)[0] ?? message);
      setSaving(false);
    }
  };
  return (
    <SidePanel title={t(adding ? 'bulk_add' : 'bulk_remove')} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className={panel.note}>{t('bulk_reports', { count: reportIds.length })}</p>
        <ReceiverSearch
          label={t(adding ? 'bulk_to' : 'bulk_from')}
          chosen={chosen}
          onChoose={(assignee) => {
            setChosen([...chosen, assignee]);
            setProblem(null);
          }}
        />
        <ChosenChips
          chips={chosen.map((one) => ({ key: assigneeKey(one), name: one.name, icon: <AssigneeIcon to={one.to} /> }))}
          onRemove={(key) => setChosen(chosen.filter((one) => assigneeKey(one) !== key))}
        />
        {adding ? (
          <>
            <TagsInput
              label={t('roles')}
              description={t('bulk_roles_hint')}
              value={roles}
              onChange={setRoles}
              splitChars={[',']}
              acceptValueOnBlur
            />
            <UntilStep value={endsOn} error={undefined} onChange={setEndsOn} />
            <p className={css.detail}>{t('bulk_rule_hint')}</p>
          </>
        ) : (
          <Checkbox label={t('bulk_in_person')} checked={inPerson} onChange={(event) => setInPerson(event.currentTarget.checked)} />
        )}
        {problem ? (
          <p className={css.error} role="alert">
            {problem}
          </p>
        ) : null}
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t(adding ? 'bulk_add' : 'bulk_remove')}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
