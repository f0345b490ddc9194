import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import { candidates, receiversFound } from '#endpoints/access/reportAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#platform/query.ts';
import type { Find } from '#ui/pickBox.tsx';
import { PickBox } from '#ui/pickBox.tsx';
import { AssigneeIcon } from './assigneeIcon.tsx';

export type Assignee = Pick<Grant, 'to' | 'to_id'> & { name: string; email: string | null };

export const assigneeKey = ({ to, to_id }: Pick<Assignee, 'to' | 'to_id'>): string => `${to}/${to_id ?? ''}`;

function useFind(): (assignee: Assignee, taken: boolean) => Find {
  const { t } = useTranslation('reportAccess');
  return (assignee, taken) => {
    const { to, name, email } = assignee;
    const detail = taken ? t('already') : to === 'unit' ? t('unit_text') : (email ?? t(to));
    return { key: assigneeKey(assignee), name, detail, icon: <AssigneeIcon to={to} />, taken };
  };
}

type Chosen = { onChoose: (assignee: Assignee) => void };

function Box({
  label,
  placeholder,
  assignees,
  taken,
  answered,
  onSearch,
  onChoose,
}: Chosen & {
  label: string;
  placeholder?: string;
  assignees: readonly Assignee[];
  taken: (assignee: Assignee) => boolean;
  answered: boolean;
  onSearch: (words: string | null) => void;
}) {
  const { t } = useTranslation('reportAccess');
  const find = useFind();
  return (
    <PickBox
      label={label}
      placeholder={placeholder ?? t('search')}
      finds={answered || assignees.length > 0 ? assignees.map((assignee) => find(assignee, taken(assignee))) : undefined}
      onSearch={onSearch}
      onChoose={(key) => {
        const chosen = assignees.find((assignee) => assigneeKey(assignee) === key);
        if (chosen) onChoose(chosen);
      }}
      nothing={(words) => t('nobody_found', { words })}
    />
  );
}

/** Receivers of an assignment: the whole unit, groups and people that do not have it yet. */
type CandidateProps = Chosen & { reportId: string; grants: readonly Grant[]; chosen: readonly Assignee[] };

export function CandidateSearch({ reportId, grants, chosen, onChoose }: CandidateProps) {
  const { t } = useTranslation('reportAccess');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(candidates, { params: { id: reportId }, query: { q: words ?? '' } }, { enabled: words !== null });
  const unit: Assignee = { to: 'unit', to_id: null, name: t('unit'), email: null };
  return (
    <Box
      label={t('who')}
      assignees={[unit, ...(data?.data ?? [])]}
      taken={(assignee) => [...grants, ...chosen].some((one) => assigneeKey(one) === assigneeKey(assignee))}
      answered={data !== undefined}
      onSearch={setWords}
      onChoose={onChoose}
    />
  );
}

type ReceiverProps = Chosen & { label: string; peopleOnly?: boolean; chosen?: readonly Assignee[] };

/** Anybody of the unit, whatever is assigned to them. */
export function ReceiverSearch({ label, peopleOnly = false, chosen = [], onChoose }: ReceiverProps) {
  const { t } = useTranslation('reportAccess');
  const [words, setWords] = useState<string | null>(null);
  const { data } = useEndpoint(receiversFound, { query: { q: words ?? '' } }, { enabled: words !== null });
  const unit: Assignee = { to: 'unit', to_id: null, name: t('unit'), email: null };
  const found = (data?.data ?? []).filter(({ to }) => !peopleOnly || to === 'membership');
  return (
    <Box
      label={label}
      {...(peopleOnly ? { placeholder: t('check_search') } : {})}
      assignees={peopleOnly ? found : [unit, ...found]}
      taken={(assignee) => chosen.some((one) => assigneeKey(one) === assigneeKey(assignee))}
      answered={data !== undefined}
      onSearch={setWords}
      onChoose={onChoose}
    />
  );
}
