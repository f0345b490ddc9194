import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Select, Textarea } from '@mantine/core';
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import { grantGroups, grantRequest } from '#endpoints/access/catalogue.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import type { Assignee } from '#ui/access/candidateSearch.tsx';
import { GrantSteps } from '#ui/access/grantSteps.tsx';
import { Step } from '#ui/access/step.tsx';
import { UntilStep } from '#ui/access/untilStep.tsx';
import { useGrantDraft } from '#ui/access/useGrantDraft.ts';
import { objectPath } from '#ui/object/paths.ts';
import css from './catalogue.module.css';

type Props = { request: AccessRequest; report: Report; onDecided: () => Promise<void> };
type Group = { id: string; name: string; sees: boolean };

/** For whom it was asked: a person, or a whole group, which cannot be reached through another one. */
const askedFor = ({ membership_id, for_group, name, email }: AccessRequest): Assignee =>
  for_group ? { to: 'user_group', to_id: for_group.id, name, email: null } : { to: 'membership', to_id: membership_id, name, email };

/** Granting a request: to the person or through a group, with the steps of giving access. */
export function GrantForm({ request, report, onDecided }: Props) {
  const { t } = useTranslation(['catalogue', 'reportAccess', 'ui']);
  const navigate = useNavigate();
  const [through, setThrough] = useState<'person' | 'group'>('person');
  const [group, setGroup] = useState<Group | null>(null);
  const [answer, setAnswer] = useState('');
  const [saving, setSaving] = useState(false);
  const groups = useEndpoint(grantGroups, { params: { id: request.id } }, { enabled: through === 'group' });
  const receiver: Assignee | null =
    through === 'person' ? askedFor(request) : group && { to: 'user_group', to_id: group.id, name: group.name, email: null };
  // A group that already has the report keeps its data rule.
  const ruled = through === 'group' && group?.sees === true;
  const state = useGrantDraft({
    report,
    grant: null,
    receivers: receiver && !ruled ? [receiver] : [],
    ...(request.membership_id ? { askerId: request.membership_id } : {}),
  });
  const { draft, errors, change } = state;

  const save = async () => {
    const rules = ruled ? { ends_on: draft.ends_on || null } : state.checked();
    if (!rules) return;
    setSaving(true);
    try {
      const user_group_id = through === 'group' ? (group?.id ?? null) : null;
      await call(grantRequest, { params: { id: request.id }, body: { ...rules, answer, version: request.version, user_group_id } });
      const open = () => void navigate({ to: objectPath('/management/report', report.id), search: { tab: 'access' } });
      toast.success(t('granted', request), { action: { label: t('ui:open'), run: open } });
      await onDecided();
    } catch (error) {
      if (!state.refuse(error)) toast.failure(error);
      setSaving(false);
    }
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {request.for_group ? null : (
        <Step number={1} title={t('how')}>
          <SegmentedControl
            aria-label={t('how')}
            value={through}
            onChange={(next) => setThrough(next === 'group' ? 'group' : 'person')}
            data={(['person', 'group'] as const).map((value) => ({ value, label: t(`to_${value}`) }))}
          />
          {through === 'group' ? (
            <Select
              label={t('group')}
              description={t('group_hint')}
              data={(groups.data?.data ?? []).map(({ id, name, sees }) => ({ value: id, label: sees ? t('group_sees', { name }) : name }))}
              value={group?.id ?? null}
              onChange={(chosen) => setGroup(groups.data?.data.find(({ id }) => id === chosen) ?? null)}
              searchable
            />
          ) : null}
        </Step>
      )}
      {ruled ? (
        <Step number={2} title={t('reportAccess:step_until')}>
          <UntilStep value={draft.ends_on} error={errors['ends_on']} onChange={(ends_on) => change({ ends_on })} />
        </Step>
      ) : receiver ? (
        <GrantSteps state={state} first={request.for_group ? 1 : 2} names={receiver.name} />
      ) : null}
      <Textarea
        label={t('note')}
        value={answer}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={saving} disabled={receiver === null}>
          {t('grant')}
        </Button>
      </div>
    </form>
  );
}
