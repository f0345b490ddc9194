import { decodeState, encodeState } from '../state/bookmarks.ts';
import type { ViewState } from '../state/view.ts';

/** Persistent filters live as long as the browser tab: the page does not know who reads. */
const keyOf = (reportId: string): string => `report-user-state:${reportId}`;

/** Storage may be forbidden in a frame; then nothing persists, which is what a new reader sees too. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    // A SecurityError is how browsers say that this frame has no storage.
    return undefined;
  }
}

export function saveUserState(reportId: string, view: ViewState): void {
  storage()?.setItem(keyOf(reportId), encodeState(view));
}

export function loadUserState(reportId: string): ViewState | undefined {
  return decodeState(storage()?.getItem(keyOf(reportId)));
}

export function dropUserState(reportId: string): void {
  storage()?.removeItem(keyOf(reportId));
}
