/** What the draft would give, asked again a moment after its last change. */
import type { Preview } from '@vitrine/contract/access/reportAccess.ts';
import { preview } from '#endpoints/access/reportAccess.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { useEffect, useState } from 'react';
import { failureOf } from '#platform/failure.ts';
import { useEndpoint } from '#platform/query.ts';

export type DraftInput = Input<typeof preview>['body'];

const changingMs = 400;

type Told = {
  /** Of the draft as it stands; undefined until it has been looked at. */
  outcome: Preview | undefined;
  /** The draft that `outcome` is about. */
  body: DraftInput | null;
  asking: boolean;
  /** What the server refuses of the draft, by field. */
  errors: Record<string, string>;
  failed: boolean;
};

/** A draft once it has not changed for a moment; null: there is nothing to look at yet. */
export function useSettled<Draft extends object>(draft: Draft | null): { settled: Draft | null; current: boolean } {
  const text = draft ? JSON.stringify(draft) : '';
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), changingMs);
    return () => clearTimeout(timer);
  }, [text]);
  // What was written as text a moment ago is a draft again.
  return { settled: settled === '' ? null : (JSON.parse(settled) as Draft), current: settled === text };
}

/** Null: there is nothing to look at yet. */
export function usePreview(reportId: string, draft: DraftInput | null): Told {
  const { settled: body, current } = useSettled(draft);
  const request = { params: { id: reportId }, body: body ?? { receivers: [] } };
  const { data, error, isFetching, isPlaceholderData } = useEndpoint(preview, request, { enabled: body !== null, staleTime: 0 });
  const { fields } = error ? failureOf(error) : { fields: {} };
  return {
    outcome: draft && !error ? data : undefined,
    body,
    asking: draft !== null && (!current || isFetching || isPlaceholderData),
    errors: current && error ? fields : {},
    failed: current && error !== null && Object.keys(fields).length === 0,
  };
}
