import { Button } from '@mantine/core';
import type { Term } from '@vitrine/contract/settings/terms.ts';
import { termPlaces, termRoles } from '@vitrine/contract/settings/terms.ts';
import { list as companyList } from '@vitrine/contract/organisation/companies.ts';
import { list as partnerList } from '@vitrine/contract/organisation/partners.ts';
import { list as groupList } from '@vitrine/contract/people/userGroups.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field, Values } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { Level } from './sharedTerms.ts';
import { deskOf } from './sharedTerms.ts';
import css from './terms.module.css';

const blank = { title: '', text: '', place: 'login', roles: [], group_ids: [], only_ids: [], repeat_months: null, active: true };

const valuesOf = (term: Term | null): Values => {
  if (!term) return blank;
  const { title, text, place, roles, group_ids, only_ids, repeat_months, active } = term;
  return { title, text, place, roles, group_ids, only_ids, repeat_months, active };
};

/** Restrictions of a term besides roles: groups of the unit, units of the partner, partners of the platform. */
function useConcerned(level: Level): Field {
  const { t } = useTranslation('terms');
  const lists = {
    unit: useAllRows(groupList, { enabled: level === 'unit' }),
    partner: useAllRows(companyList, { enabled: level === 'partner' }),
    platform: useAllRows(partnerList, { enabled: level === 'platform' }),
  };
  return {
    kind: 'multiselect',
    name: level === 'unit' ? 'group_ids' : 'only_ids',
    label: t(`concerned_${level}`),
    description: t(`concerned_${level}_hint`),
    options: lists[level].data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
  };
}

function useFields(level: Level): Field[] {
  const { t } = useTranslation('terms');
  const concerned = useConcerned(level);
  // A unit's terms are never asked of partner staff.
  const roles = termRoles.filter((role) => level !== 'unit' || role !== 'partner');
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
      options: roles.map((value) => ({ value, label: t(`role_${value}`) })),
    },
    concerned,
    { kind: 'number', name: 'repeat_months', label: t('repeat'), description: t('repeat_hint'), min: 1, max: 36, suffix: t('months') },
    { kind: 'switch', name: 'active', label: t('active'), description: t('active_hint') },
  ];
}

type Props = { level: Level; onChanged: () => void; onClose: () => void };

function TermForm({ term, level, onChanged, onClose }: Props & { term: Term | null }) {
  const { t } = useTranslation('terms');
  const stale = useStale();
  const desk = deskOf(level);
  const fields = useFields(level);
  const [publishing, setPublishing] = useState(false);
  const state = useResourceForm<Values>({
    initial: valuesOf(term),
    version: term?.version,
    schema: term ? desk.update.body : desk.add.body,
    labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    save: (body) => (term ? call(desk.update, { params: { id: term.id }, body }) : call(desk.add, { body })),
    success: ({ values: { title: name } }) => t(term ? 'saved' : 'created', { name }),
    onSaved: () => {
      onChanged();
      if (term) void stale(desk.get);
      else onClose();
    },
  });
  const publishNow = async () => {
    if (!term || !(await toast.confirm(t(`publish_sure_${level}`)))) return;
    setPublishing(true);
    try {
      await call(desk.publish, { params: { id: term.id }, body: { version: term.version } });
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

/** The panel of a term: draft, conditions, publishing. */
export function TermPanel({ id, level, onChanged, onClose }: Props & { id: string }) {
  const { t } = useTranslation('terms');
  const isNew = id === 'new';
  const { data, error, refetch } = useEndpoint(deskOf(level).get, { params: { id } }, { enabled: !isNew, staleTime: 0 });
  return (
    <SidePanel title={isNew ? t('add') : (data?.title ?? t('title'))} size={640} onClose={onClose}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isNew || data ? <TermForm term={data ?? null} level={level} onChanged={onChanged} onClose={onClose} /> : null}
    </SidePanel>
  );
}
