import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { toast } from '#platform/toast.ts';
import type { ReportViewer } from './viewer/useReportViewer.ts';

/** `?page=<name>`: the page that the report opens at. */
export function useWantedPage(): string | null {
  const { page }: { page?: string } = useSearch({ strict: false });
  return page ?? null;
}

/**
 * Follows `?page=` while the report is shown. Once an address has named a page it keeps naming the one that is shown, so that the
 * same address means the same page again. A page that is not there is ignored.
 */
export function usePageAddress({ phase, pages, page, editing, shown }: ReportViewer): void {
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const wanted = useWantedPage();
  const ready = phase === 'shown';
  const known = wanted !== null && pages.some(({ name }) => name === wanted);
  const asked = useRef<string | null>(null);
  const before = useRef<string | null>(null);
  const latest = useRef({ page, shown, navigate, search });
  useEffect(() => {
    latest.current = { page, shown, navigate, search };
  });
  useEffect(() => {
    if (!ready || !known || asked.current === wanted) return;
    asked.current = wanted;
    if (latest.current.page !== wanted) latest.current.shown()?.setPage(wanted).catch(toast.failure);
  }, [ready, known, wanted]);
  useEffect(() => {
    const [last, now] = [before.current, page];
    before.current = page;
    if (!ready || editing || last === null || now === null || asked.current === null || now === asked.current) return;
    asked.current = now;
    void latest.current.navigate({ to: '.', search: { ...latest.current.search, page: now }, replace: true });
  }, [ready, editing, page]);
}
