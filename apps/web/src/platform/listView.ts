/** The state of a list stands in the address: page, page size, order, search words and filters. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageSizes } from '#endpoints/list.ts';
import { rememberedPage, rememberPage, rememberView, storage } from './storage.ts';

export type ListState = {
  page: number;
  per_page: number;
  /** For keyset paging: the row that the page begins after; empty when paging by number. */
  after: string;
  /** The sort word of the contract, `-` in front for descending; empty for the list's own order. */
  sort: string;
  q: string;
  filters: Record<string, string>;
};

export type ListView = {
  name: string;
  state: ListState;
  /** Changes part of the state; anything but the page goes back to page 1. */
  change: (changes: Partial<ListState>) => void;
  /** True when search words or filters narrow the list. */
  narrowed: boolean;
  clear: () => void;
};

type Search = Record<string, string | undefined>;

const wholeNumber = (text: string | undefined): number | null => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null);

/** Reads the state from the address; invalid values are ignored. */
export function parseListState(search: Search, filterKeys: readonly string[], remembered: { page: number; per_page: number }): ListState {
  const filters = Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));
  const q = search['q'] ?? '';
  const fresh = q === '' && Object.keys(filters).length === 0;
  const perPage = wholeNumber(search['per_page']);
  return {
    page: wholeNumber(search['page']) ?? (fresh ? remembered.page : 1),
    per_page: perPage && (pageSizes as readonly number[]).includes(perPage) ? perPage : remembered.per_page,
    after: search['after'] ?? '',
    sort: search['sort'] ?? '',
    q,
    filters,
  };
}

/** The state as it stands in the address: defaults are left out. */
export const formatListState = (state: ListState, filterKeys: readonly string[]): Search => ({
  page: String(state.page),
  per_page: state.per_page === 20 ? undefined : String(state.per_page),
  after: state.after || undefined,
  sort: state.sort || undefined,
  q: state.q || undefined,
  ...Object.fromEntries(filterKeys.map((key) => [key, state.filters[key] || undefined])),
});

/** What the list shows at an address, with the page and the page size on which it was left. */
const listStateAt = (search: Search, name: string, filterKeys: readonly string[]): ListState =>
  parseListState(search, filterKeys, { page: rememberedPage(name), per_page: storage.read('bi:view')?.page_sizes?.[name] ?? 20 });

/** What a list is asked for. */
export const listQuery = ({ page, per_page, after, sort, q, filters }: ListState): Record<string, string | number> => ({
  page,
  per_page,
  ...(after ? { after } : {}),
  ...(sort ? { sort } : {}),
  ...(q ? { q } : {}),
  ...filters,
});

/** The same before the list is drawn. */
export const listRequestAt = (search: Search, name: string, filterKeys: readonly string[]) => ({
  params: {},
  query: listQuery(listStateAt(search, name, filterKeys)),
});

/** `name` is the list's key under `bi:page`, such as `page_group_report`. */
export function useListView(name: string, filterKeys: readonly string[] = []): ListView {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = listStateAt(search, name, filterKeys);

  const change = (changes: Partial<ListState>) => {
    const next = { ...state, page: 1, after: '', ...changes };
    rememberPage(name, next.page);
    if (changes.per_page) rememberView({ page_sizes: { ...storage.read('bi:view')?.page_sizes, [name]: changes.per_page } });
    void navigate({ to: '.', search: { ...search, ...formatListState(next, filterKeys) }, replace: changes.page === undefined });
  };
  return {
    name,
    state,
    change,
    narrowed: state.q !== '' || Object.keys(state.filters).length > 0,
    clear: () => change({ q: '', filters: {} }),
  };
}
