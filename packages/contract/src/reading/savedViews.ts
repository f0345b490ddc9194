/**
 * What a reader keeps of a report: filters that it opens with, bookmarks, and views behind links. The
 * state is an opaque text of the reporting service. It narrows what is shown; what may be seen is decided by the embed token.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment, name } from '../fields.ts';

const read = { capability: 'report_view', right: 'read' } as const;

export const bookmarksLimit = 20;

const clean = (text: string) => !text.includes('\0') && text.isWellFormed();
/** Opaque. */
export const state = z.string().min(1).max(200_000).refine(clean, 'invalid');
export const viewPage = z.string().trim().min(1).max(200).refine(clean, 'invalid');

/** Whether filters are kept: never, after asking, or always. */
export const filterMemory = ['never', 'ask', 'always'] as const;
export type FilterMemory = (typeof filterMemory)[number];

export const saveFilters = endpoint({
  method: 'POST',
  path: '/api/auth/report_view/save/user-report-filters',
  can: read,
  summary: 'Keeps the filters that the report opens with for the caller; null forgets them, and so does the state it was made with',
  body: z.strictObject({
    reportId: id,
    /** `made`: the state of the same page as its author saved it, where that is known. */
    filters: z.strictObject({ state, page: viewPage, made: state.nullable().default(null) }).nullable(),
  }),
  answer: z.object({ kept: z.boolean() }),
});

export const chooseMemory = endpoint({
  method: 'PUT',
  path: '/api/filter_memory',
  can: read,
  summary: 'Whether the caller’s filters are kept, in every report of the unit; never forgets those that were',
  body: z.strictObject({ save_filter: z.enum(filterMemory) }),
});

const bookmark = z.object({ id, name: z.string(), page: z.string(), state: z.string(), created_at: moment });
export type Bookmark = z.infer<typeof bookmark>;

export const bookmarks = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/bookmarks',
  can: read,
  summary: 'The caller’s bookmarks of a report',
  answer: z.object({ data: z.array(bookmark) }),
});

export const addBookmark = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/bookmarks',
  can: read,
  summary: 'Keeps the present view of a report under a name',
  status: 201,
  body: z.strictObject({ name, page: viewPage, state }),
  answer: bookmark,
});

export const renameBookmark = endpoint({
  method: 'PUT',
  path: '/api/my_reports/:id/bookmarks/:bookmark_id',
  can: read,
  summary: 'Gives a bookmark another name',
  body: z.strictObject({ name }),
});

export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/api/my_reports/:id/bookmarks/:bookmark_id',
  can: read,
  summary: 'Forgets a bookmark',
});

export const share = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/links',
  can: read,
  summary: 'Puts the present view behind a link; whoever may open the report opens it with this page and these filters',
  status: 201,
  body: z.strictObject({ page: viewPage, state }),
  answer: z.object({ id }),
});

export const shared = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/links/:link_id',
  can: read,
  summary: 'The view behind a link, for whoever may open the report',
  answer: z.object({ page: z.string(), state: z.string(), shared_by: z.string() }),
});
