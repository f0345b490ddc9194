import { Button } from '@mantine/core';
import type { Term } from '@vitrine/contract/features/terms.ts';
import { add, get, publish, termPlaces, termRoles, update } from '@vitrine/contract/features/terms.ts';
import { list as groupList } from '@vitrine/contract/features/userGroups.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '../../core/allRows.ts';
import { call } from '../../core/http.ts';
import { useEndpoint, useStale } from '../../core/query.ts';
import { toast } from '../../core/toast.ts';
import { ResourceForm } from '../../core/ui/form/ResourceForm.tsx';
import type { Field, Values } from '../../core/ui/form/types.ts';
import { useResourceForm } from '../../core/ui/form/useResourceForm.ts';
import { SidePanel } from '../../core/ui/SidePanel.tsx';
import { ErrorState } from '../../core/ui/States.tsx';
import css from './terms.module.css';

const blank = { title: '', text: '', place: 'login', roles: [], group_ids: [], repeat_months: null, active: true };

const valuesOf = (term: Term | null): Values => {
  if (!term) return blank;
  const { title, text, place, roles, group_ids, repeat_months, active } = term;
  return { title, text, place, roles, group_ids, repeat_months, active };
};

function useFields(): Field[] {
  const { t } = useTranslation('terms');
  const groups = useAllRows(groupList);
  return [
    { kind: 'text', name: 'title', label: t('term_title'), required: true },
    { kind: 'textarea', name: 'text', label: t('text'), description: t('text_hint'), required: true },
    {
      kind: 'choice',
      name: 'place',
      label: t('place'),
      options: termPlaces.map((value) => ({ value, label: t(`place_${value}`) })),
    },
    {
      kind: 'multiselect',
      name: 'roles',
      label: t('roles'),
      description: t('roles_hint'),
      options: termRoles.map((value) => ({ value, label: t(`role_${value}`) })),
    },
    {
      kind: 'multiselect',
      name: 'group_ids',
      label: t('groups'),
      description: t('groups_hint'),
      options: groups.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    },
    { kind: 'number', name: 'repeat_months', label: t('repeat'), description: t('repeat_hint'), min: 1, max: 36, suffix: t('months') },
    { kind: 'switch', name: 'active', label: t('active'), description: t('active_hint') },
  ];
}

function TermForm({ term, onChanged, onClose }: { term: Term | null; onChanged: () => void; onClose: () => void }) {
  const { t } = useTranslation('terms');
  const stale = useStale();
  const fields = useFields();
  const [publishing, setPublishing] = useState(false);
  const state = useResourceForm<Values>({
    initial: valuesOf(term),
    version: term?.version,
    schema: term ? update.body : add.body,
    labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    save: (body) => (term ? call(update, { params: { id: term.id }, body }) : call(add, { body })),
    onSaved: () => {
      onChanged();
      if (term) void stale(get);
      else onClose();
    },
  });
  const publishNow = async () => {
    if (!term || !(await toast.confirm(t('publish_sure')))) return;
    setPublishing(true);
    try {
      await call(publish, { params: { id: term.id }, body: { version: term.version } });
      toast.success(t('published_now'));
      onChanged();
      onClose();
    } catch (error) {
      toast.failure(error);
      setPublishing(false);
    }
  };
  return (
    <>
      {term?.has_draft && !state.form.isDirty() ? (
        <div className={css.band}>
          <p>{t(term.number === null ? 'not_published' : 'draft_waits', { number: term.number ?? 0 })}</p>
          <Button size="compact-sm" loading={publishing} onClick={() => void publishNow()}>
            {t('publish', { number: (term.number ?? 0) + 1 })}
          </Button>
        </div>
      ) : null}
      <ResourceForm state={state} fields={fields} />
    </>
  );
}

/** A term beside the list: what is being written, whom it concerns, and publishing it. */
export function TermPanel({ id, onChanged, onClose }: { id: string; onChanged: () => void; onClose: () => void }) {
  const { t } = useTranslation('terms');
  const isNew = id === 'new';
  const { data, error, refetch } = useEndpoint(get, { params: { id } }, { enabled: !isNew, staleTime: 0 });
  return (
    <SidePanel title={isNew ? t('add') : (data?.title ?? t('title'))} size={640} onClose={onClose}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isNew || data ? <TermForm term={data ?? null} onChanged={onChanged} onClose={onClose} /> : null}
    </SidePanel>
  );
}
