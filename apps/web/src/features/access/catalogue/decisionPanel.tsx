import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, SegmentedControl, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import { browse, denyRequest, grantGroups, grantRequest, requests, waiting } from '#endpoints/access/catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { DateField } from '#ui/form/dates/dateField.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './catalogue.module.css';

type Draft = {
  group: string | null;
  roles: string[];
  table: string;
  column: string;
  values: string[];
  ends_on: string;
  answer: string;
};

const initial: Draft = { group: null, roles: [], table: '', column: '', values: [], ends_on: '', answer: '' };

type Change = (changes: Partial<Draft>) => void;

/** The data rule of the assignment, only if the report requires one. */
function RowFields({
  request,
  draft,
  errors,
  change,
}: {
  request: AccessRequest;
  draft: Draft;
  errors: Record<string, string>;
  change: Change;
}) {
  const { t } = useTranslation('catalogue');
  if (request.data_rule === 'rls')
    return (
      <TagsInput
        label={t('roles')}
        description={t('roles_hint')}
        value={draft.roles}
        error={errors['rls_roles']}
        onChange={(roles) => change({ roles })}
        splitChars={[',']}
        acceptValueOnBlur
      />
    );
  if (request.data_rule === 'none') return null;
  return (
    <fieldset className={css.filter}>
      <legend>{t('filter_hint')}</legend>
      <TextInput label={t('filter_table')} value={draft.table} onChange={(event) => change({ table: event.currentTarget.value })} />
      <TextInput label={t('filter_column')} value={draft.column} onChange={(event) => change({ column: event.currentTarget.value })} />
      <TagsInput label={t('filter_values')} value={draft.values} onChange={(values) => change({ values })} acceptValueOnBlur />
      {errors['filters'] ? <p role="alert">{errors['filters']}</p> : null}
    </fieldset>
  );
}

const filtersOf = ({ table, column, values }: Draft) => (values.length > 0 ? [{ table, column, values }] : []);

/** Deciding a request: grant to the person or through a group, with data rule and end date, or deny with a reason. */
export function DecisionPanel({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const { t } = useTranslation('catalogue');
  const stale = useStale();
  const params = { id: request.id };
  const [verdict, setVerdict] = useState<'grant' | 'deny'>('grant');
  const [through, setThrough] = useState<'person' | 'group'>('person');
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const groups = useEndpoint(grantGroups, { params }, { enabled: request.can.decide && through === 'group' });
  const change: Change = (changes) => {
    setDraft({ ...draft, ...changes });
    setErrors({});
  };

  const save = async () => {
    setSaving(true);
    const { version } = request;
    try {
      if (verdict === 'deny') await call(denyRequest, { params, body: { answer: draft.answer, version } });
      else {
        const user_group_id = through === 'group' ? draft.group : null;
        const body = { filters: filtersOf(draft), rls_roles: draft.roles, ends_on: draft.ends_on || null, answer: draft.answer, version };
        await call(grantRequest, { params, body: { ...body, user_group_id } });
      }
      toast.success(t(verdict === 'deny' ? 'denied' : 'granted'));
      await stale(requests, waiting, browse);
      onClose();
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else toast.failure(error);
      setSaving(false);
    }
  };
  const title =
    request.asked_by === null ? t('decide_title', request) : t('decide_title_other', { ...request, asked_by: request.asked_by });
  const facts = (
    <div className={css.request}>
      <p className={css.facts}>
        <span>{request.email}</span>
        {request.department ? <span>{request.department}</span> : null}
        <time dateTime={request.created_at}>{formatDateTime(request.created_at)}</time>
      </p>
      <blockquote>{request.reason}</blockquote>
    </div>
  );
  if (!request.can.decide)
    return (
      <SidePanel title={title} onClose={onClose}>
        {facts}
        {request.state === 'open' ? <p>{t('own_request')}</p> : <StatusCell kind="neutral">{t(`request_${request.state}`)}</StatusCell>}
        {request.answer ? <blockquote>{request.answer}</blockquote> : null}
      </SidePanel>
    );
  // A group that already has the report keeps its data rule.
  const ruled = through === 'group' && groups.data?.data.some(({ id, sees }) => sees && id === draft.group) === true;
  const missingGroup = verdict === 'grant' && through === 'group' && draft.group === null;
  return (
    <SidePanel title={title} onClose={onClose}>
      {facts}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <SegmentedControl
          aria-label={t('decide')}
          value={verdict}
          onChange={(next) => setVerdict(next === 'deny' ? 'deny' : 'grant')}
          data={(['grant', 'deny'] as const).map((value) => ({ value, label: t(value) }))}
        />
        {verdict === 'grant' ? (
          <>
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
                data={(groups.data?.data ?? []).map(({ id, name, sees }) => ({
                  value: id,
                  label: sees ? t('group_sees', { name }) : name,
                }))}
                value={draft.group}
                onChange={(group) => change({ group })}
                searchable
              />
            ) : null}
            {ruled ? null : <RowFields request={request} draft={draft} errors={errors} change={change} />}
            <DateField
              label={t('ends_on')}
              description={t('ends_on_hint')}
              value={draft.ends_on}
              error={errors['ends_on']}
              onChange={(ends_on) => change({ ends_on })}
              ends
            />
          </>
        ) : null}
        <Textarea
          label={t(verdict === 'deny' ? 'deny_reason' : 'note')}
          {...(verdict === 'deny' ? { description: t('deny_hint') } : {})}
          withAsterisk={verdict === 'deny'}
          value={draft.answer}
          error={errors['answer']}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => change({ answer: event.currentTarget.value })}
        />
        <div className={css.buttons}>
          <Button type="submit" loading={saving} disabled={missingGroup}>
            {t(verdict)}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
