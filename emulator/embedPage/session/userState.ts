import { decodeState, encodeState } from '../../visuals/view/bookmarks.ts';
import type { ViewState } from '../../visuals/view/view.ts';

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const memory = new Map<string, string>();
const inMemory: TextStore = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};

/** The tab's storage; browsers that deny it to a frame of another site leave us what this document remembers. */
function tabStorage(): TextStore {
  try {
    return window.sessionStorage;
  } catch {
    // A SecurityError is how browsers say that this frame has no storage.
    return inMemory;
  }
}

/** Persistent filters live no longer than the browser tab: the page does not know who reads. */
const keyOf = (reportId: string): string => `report-user-state:${reportId}`;

export function saveUserState(reportId: string, view: ViewState): void {
  tabStorage().setItem(keyOf(reportId), encodeState(view));
}

export function loadUserState(reportId: string): ViewState | undefined {
  return decodeState(tabStorage().getItem(keyOf(reportId)));
}

export function dropUserState(reportId: string): void {
  tabStorage().removeItem(keyOf(reportId));
}
