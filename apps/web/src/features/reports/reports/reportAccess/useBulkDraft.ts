/** Assignments of many reports that are being written: rows for those with roles and for those with filters, and what would come of it. */
import type { BulkPreview } from '@vitrine/contract/access/bulkAccess.ts';
import { bulkPreview } from '#endpoints/access/bulkAccess.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { useState } from 'react';
import { failureOf } from '#platform/failure.ts';
import { useEndpoint } from '#platform/query.ts';
import type { Assignee } from '#ui/access/candidateSearch.tsx';
import { useComplaints } from '#ui/access/complaints.ts';
import type { GrantDraft, Rules } from '#ui/access/grantValues.ts';
import { draftOf, isRuled, openRoleOf, rulesOf } from '#ui/access/grantValues.ts';
import type { RuledReport } from '#ui/access/ruledReport.ts';
import { useCommonModel } from '#ui/access/useModel.ts';
import { useSettled } from '#ui/access/usePreview.ts';

type Body = Input<typeof bulkPreview>['body'];
export type Kind = 'rls' | 'filter';

/** The reports of one kind as if they were one. */
const asOne = (data_rule: Kind, id: string, roles_required: boolean): RuledReport => ({
  id,
  kind: 'report',
  data_rule,
  roles_required,
  allow_edit: false,
  active: true,
});

function useBulkPreview(draft: Body | null) {
  const { settled, current } = useSettled(draft);
  const request = { body: settled ?? { report_ids: [], receivers: [] } };
  const { data, error, isFetching, isPlaceholderData } = useEndpoint(bulkPreview, request, { enabled: settled !== null, staleTime: 0 });
  const fields: Record<string, string> = error ? failureOf(error).fields : {};
  const told: BulkPreview | undefined = draft && !error ? data : undefined;
  return {
    told,
    asking: draft !== null && (!current || isFetching || isPlaceholderData),
    errors: current && error ? fields : {},
    failed: current && error !== null && Object.keys(fields).length === 0,
  };
}

export function useBulkDraft(reportIds: readonly string[], receivers: readonly Assignee[]) {
  const model = useCommonModel(reportIds);
  const kinds = (['rls', 'filter'] as const).filter((kind) => (model?.kinds[kind] ?? 0) > 0);
  const [drafts, setDrafts] = useState<Record<Kind, GrantDraft>>(() => ({
    rls: draftOf({ data_rule: 'rls' }, null),
    filter: draftOf({ data_rule: 'filter' }, null),
  }));
  const [endsOn, setEndsOn] = useState('');
  const [refused, setRefused] = useState<Record<string, string>>({});
  const complaints = useComplaints();
  const openRole = openRoleOf(model?.roles ?? []);
  const ofRoles = rulesOf(drafts.rls, openRole);
  const ofFilters = rulesOf(drafts.filter);
  const rules: Rules = {
    filters: kinds.includes('filter') ? ofFilters.filters : [],
    rls_roles: kinds.includes('rls') ? ofRoles.rls_roles : [],
    rls_username: kinds.includes('rls') ? ofRoles.rls_username : null,
    permission_edit: false,
    ends_on: endsOn || null,
  };
  const missing = (): Record<string, string> => Object.assign({}, ...kinds.map((kind) => complaints(rules, drafts[kind])));
  const to = receivers.map(({ to, to_id }) => ({ to, to_id }));
  const ready = model !== undefined && to.length > 0 && kinds.every((kind) => isRuled(drafts[kind])) && Object.keys(missing()).length === 0;
  const { ends_on: _, ...ofRows } = rules;
  const told = useBulkPreview(ready ? { report_ids: [...reportIds], receivers: to, ...ofRows } : null);
  return {
    model,
    kinds,
    rules,
    told,
    endsOn,
    setEndsOn,
    errors: { ...told.errors, ...refused },
    reportOf: (kind: Kind): RuledReport => asOne(kind, model?.values_from ?? '', model?.roles_required ?? false),
    draftOf: (kind: Kind): GrantDraft => drafts[kind],
    change: (kind: Kind, changes: Partial<GrantDraft>) => {
      setDrafts({ ...drafts, [kind]: { ...drafts[kind], ...changes } });
      setRefused({});
    },
    /** The rules, or null where something is missing, which is then told at its field. */
    checked: (): Rules | null => {
      const found = missing();
      setRefused(found);
      return Object.keys(found).length === 0 ? rules : null;
    },
    refuse: (fields: Record<string, string>): boolean => {
      const own = Object.keys(fields).some((field) => /^(?:filters|rls_|ends_on)/.test(field));
      if (own) setRefused(fields);
      return own;
    },
  };
}

export type BulkDraft = ReturnType<typeof useBulkDraft>;
