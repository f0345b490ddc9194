/** An assignment that is being written: its rules, what they would give, and what is wrong with them. */
import type { Grant, Preview } from '@vitrine/contract/access/reportAccess.ts';
import { useState } from 'react';
import { failureOf } from '#platform/failure.ts';
import type { Assignee } from './candidateSearch.tsx';
import { useComplaints } from './complaints.ts';
import type { GrantDraft, Rules } from './grantValues.ts';
import { draftOf, isRuled, openRoleOf, replaceValue, rulesOf } from './grantValues.ts';
import type { RuledReport } from './ruledReport.ts';
import { useModel } from './useModel.ts';
import { usePreview } from './usePreview.ts';

type Options = {
  report: RuledReport;
  /** The assignment that is edited, or null for a new one. */
  grant: Grant | null;
  receivers: readonly Assignee[];
  /** Who has asked, where a request is granted. */
  askerId?: string;
};

export function useGrantDraft({ report, grant, receivers, askerId }: Options) {
  const model = useModel(report);
  const [draft, setDraft] = useState(() => draftOf(report, grant));
  const [refused, setRefused] = useState<Record<string, string>>({});
  const complaints = useComplaints();
  const rules = rulesOf(draft, openRoleOf(model?.roles ?? []));
  const { ends_on: _, ...ofRows } = rules;
  const ready = receivers.length > 0 && isRuled(draft) && Object.keys(complaints(rules, draft)).length === 0;
  const body = {
    ...ofRows,
    receivers: receivers.map(({ to, to_id }) => ({ to, to_id })),
    grant_id: grant?.id ?? null,
    asker_id: askerId ?? null,
  };
  const told = usePreview(report.id, ready ? body : null);
  const change = (changes: Partial<GrantDraft>) => {
    setDraft({ ...draft, ...changes });
    setRefused({});
  };
  return {
    report,
    model,
    draft,
    rules,
    told,
    errors: { ...told.errors, ...refused },
    change,
    /** Puts the value in that was probably meant. */
    replace: (one: Preview['unknown'][number]) => change({ filters: replaceValue(draft.filters, one) }),
    restart: () => setDraft(draftOf(report, null)),
    /** The rules, or null where something is missing, which is then told at its field. */
    checked: (): Rules | null => {
      const found = complaints(rules, draft);
      setRefused(found);
      return Object.keys(found).length === 0 ? rules : null;
    },
    /** True where the refusal could be told at its field. */
    refuse: (error: unknown): boolean => {
      const { fields } = failureOf(error);
      const own = Object.keys(fields).some((field) => /^(?:filters|rls_|ends_on)/.test(field));
      if (own) setRefused(fields);
      return own;
    },
  };
}

export type GrantDraftState = ReturnType<typeof useGrantDraft>;
