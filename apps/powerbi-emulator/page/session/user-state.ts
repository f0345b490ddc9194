import { decodeState, encodeState } from '../state/bookmarks.ts';
import type { ViewState } from '../state/view.ts';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const memory = new Map<string, string>();
const inMemory: Shelf = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};

/** The tab's storage; browsers that deny it to a frame of another site leave us what this document remembers. */
function shelf(): Shelf {
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
  shelf().setItem(keyOf(reportId), encodeState(view));
}

export function loadUserState(reportId: string): ViewState | undefined {
  return decodeState(shelf().getItem(keyOf(reportId)));
}

export function dropUserState(reportId: string): void {
  shelf().removeItem(keyOf(reportId));
}
