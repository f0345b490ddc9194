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
  /** What may be done about it, where the text does not say so. */
  hint?: string;
  lastsMs: number;
  /** By which the server's log is searched for what happened. */
  code?: string;
  /** What *Copy details* puts on the clipboard. */
  details?: string;
  /** A button within the message, such as *Undo*. */
  action?: { label: string; run: () => void };
};

/** What was done: a sentence, and what may be done next or taken back. */
export type Told = string | { text: string; action?: Toast['action'] };

export type Question = { id: number; text: string; answer: (yes: boolean) => void };

const toastMs = 10_000;
const copyToastMs = 1000;

export const toasts = createState<readonly Toast[]>([]);
export const question = createState<Question | null>(null);

let nextId = 1;

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

type Options = Partial<Pick<Toast, 'lastsMs' | 'hint' | 'code' | 'details' | 'action'>>;

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
  if (failure.word === 'unit_user_limit_reached' && failure.notice) return `${failure.message}. ${failure.notice}`;
  if (failure.word) return failure.message;
  return failure.status === null ? i18n.t('error_network') : i18n.t('message.error');
}

/** What may be done about a failure that has no sentence of its own. */
export function failureHint(failure: Failure): string | undefined {
  // Without a network a band says so already.
  if (failure.status === null) return navigator.onLine ? i18n.t('error_network_hint') : undefined;
  return failure.word === null || failure.word === 'unexpected' ? i18n.t('error_hint') : undefined;
}

/** The number of the call, where something went wrong that only the server's log can explain. What was refused explains itself. */
export const failureCode = ({ status, request_id }: Failure): string | undefined =>
  status !== null && status >= 500 && request_id !== null ? request_id : undefined;

export const failureDetails = (failure: Failure): string =>
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
    const hint = failureHint(failure);
    const code = failureCode(failure);
    show('error', failureText(failure), { ...(hint ? { hint } : {}), ...(code ? { code } : {}), details: failureDetails(failure) });
  },
  /** Says what was done; without a word for it, that it was done. */
  done: (told: Told = i18n.t('message.success')) =>
    typeof told === 'string' ? show('success', told) : show('success', told.text, told.action ? { action: told.action } : {}),
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
