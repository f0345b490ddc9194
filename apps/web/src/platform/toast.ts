/** Toasts at the top right (docs/reference/specification.md 9): ten seconds, four variants; and the centred one that asks Yes or No. */
import type { Failure } from './failure.ts';
import { failureOf, isAborted } from './failure.ts';
import { i18n } from './i18n.ts';
import { createState } from './state.ts';

type ToastVariant = 'success' | 'warning' | 'info' | 'error';

export type Toast = {
  id: number;
  variant: ToastVariant;
  text: string;
  lastsMs: number;
  /** What *Copy details* puts on the clipboard. */
  details?: string;
  /** A button within the message, such as *Undo*. */
  action?: { label: string; run: () => void };
};

export type Question = { id: number; text: string; answer: (yes: boolean) => void };

const toastMs = 10_000;
const copyToastMs = 1000;

export const toasts = createState<readonly Toast[]>([]);
export const question = createState<Question | null>(null);

let nextId = 1;

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

type Options = { lastsMs?: number; details?: string; action?: Toast['action'] };

/** Answers what `dismissToast` takes. */
function show(variant: ToastVariant, text: string, { lastsMs = toastMs, ...rest }: Options = {}): number {
  const id = nextId++;
  // The same message twice is one message that stays.
  const others = toasts.get().filter((toast) => toast.variant !== variant || toast.text !== text);
  toasts.set([...others.slice(-4), { id, variant, text, lastsMs, ...rest }]);
  return id;
}

/** The sentence for a failure: the server's own, or that it cannot be reached. */
export function failureText(failure: Failure): string {
  if (failure.word) return failure.message;
  return failure.status === null ? i18n.t('error_network') : i18n.t('message.error');
}

const failureDetails = (failure: Failure): string =>
  [failure.message, failure.word, failure.status, failure.request_id, location.pathname, new Date().toISOString()]
    .filter(Boolean)
    .join('\n');

export const toast = {
  success: (text: string = i18n.t('message.success'), options?: Options) => show('success', text, options),
  warning: (text: string, options?: Options) => show('warning', text, options),
  info: (text: string, options?: Options) => show('info', text, options),
  error: (text: string = i18n.t('message.error'), options?: Options) => show('error', text, options),
  /** Shows the error of a call, with details to copy. Cancelled calls are not shown. */
  failure: (error: unknown) => {
    if (isAborted(error)) return;
    const failure = failureOf(error);
    show('error', failureText(failure), { details: failureDetails(failure) });
  },
  /** Says that something was done, with *Undo* for ten seconds. */
  undo: (text: string, undo: () => void) => show('success', text, { action: { label: i18n.t('undo'), run: undo } }),
  /** Asks in the middle of the page; resolves with true for Yes. A second question answers the first with No. */
  confirm: (text: string = i18n.t('message.you_sure')): Promise<boolean> =>
    new Promise((resolve) => {
      question.get()?.answer(false);
      question.set({
        id: nextId++,
        text,
        answer: (yes) => {
          question.set(null);
          resolve(yes);
        },
      });
    }),
};

/** Puts a text on the clipboard and says so for a second. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${i18n.t('copied')}!`, { lastsMs: copyToastMs });
  } catch {
    toast.error(i18n.t('copy_failed'));
  }
}
