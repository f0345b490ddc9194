import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { useBlocker } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { failureOf } from '#platform/failure.ts';
import { mayBeLost } from '#platform/otherTabs.ts';
import type { Told } from '#platform/toast.ts';
import { toast } from '#platform/toast.ts';
import { useUnsavedInput } from '#platform/unsaved.ts';
import { fieldErrors } from './fieldErrors.ts';
import type { Values } from './types.ts';

type Options<V extends Values> = {
  initial: V;
  /** Version of the row in `initial`; it is sent with the body, so that another person's change is not overwritten. */
  version?: number | undefined;
  /** Of the contract: the body of the endpoint. */
  schema: z.ZodType;
  /** By field name; they stand in the texts. */
  labels: Record<string, string>;
  /** Form values → body, where they differ. */
  toBody?: (values: V) => object;
  /** Saves. Field errors of the server appear at their fields, everything else as a toast. */
  save: (body: never) => Promise<unknown>;
  /** What was done, for the message; `id` is that of the answer, such as of what was added. */
  success?: Told | ((saved: { id: string; values: V }) => Told);
  onSaved?: () => void;
};

export type ResourceFormState<V extends Values> = {
  form: UseFormReturnType<V>;
  dirty: boolean;
  saving: boolean;
  submit: () => void;
  discard: () => void;
  /** Asks before changes are discarded; resolves to true if the form may be left. */
  mayLeave: () => Promise<boolean>;
};

/** The version in the answer to a save. */
const versionIn = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number' ? answer.version : undefined;

/** The id in the answer to a save, or nothing. */
const idIn = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string' ? answer.id : '';

/** A form that is validated by the contract's schema and asks before changes are discarded. */
export function useResourceForm<V extends Values>({
  initial,
  version,
  schema,
  labels,
  toBody = (values) => values,
  save,
  success,
  onSaved,
}: Options<V>): ResourceFormState<V> {
  const { t } = useTranslation('ui');
  const [saving, setSaving] = useState(false);
  const known = useRef(version);
  const bodyOf = (values: V) => ({ ...toBody(values), ...(known.current === undefined ? {} : { version: known.current }) });
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(fieldErrors(schema, bodyOf(values))).map(([path, { complaint, limit }]) => [
          path,
          t(`field_${complaint}`, { field: labels[path] ?? labels[path.split('.')[0] ?? ''] ?? path, limit: limit ?? 0 }),
        ]),
      ),
  });
  const dirty = form.isDirty();
  // Changes by other people are shown at once, but never replace what was typed here.
  useEffect(() => {
    // Asked now: between drawing and this somebody may have typed.
    if (form.isDirty() || saving || version === known.current) return;
    known.current = version;
    form.setInitialValues(initial);
    form.setValues(initial);
  });
  // Asked once: leaving moves the router, which asks as well.
  const agreed = useRef(false);
  const mayLeave = async () => {
    if (agreed.current || !form.isDirty()) return true;
    agreed.current = await toast.confirm(t('discard_question'));
    return agreed.current;
  };
  useBlocker({ shouldBlockFn: async () => !(await mayLeave()), enableBeforeUnload: () => !mayBeLost(), disabled: !dirty || saving });
  useUnsavedInput(() => form.isDirty());

  const store = async (values: V) => {
    setSaving(true);
    try {
      const body = bodyOf(values);
      // The schema is the one of the body that `save` takes. What it refuses here is what the answer tells in a sentence of its own.
      const answer = await save((schema.safeParse(body).data ?? body) as never);
      known.current = versionIn(answer) ?? known.current;
      form.resetDirty();
      toast.done(typeof success === 'function' ? success({ id: idIn(answer), values }) : success);
      onSaved?.();
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).length > 0) form.setErrors(fields);
      else toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  const focusFirst = (errors: Record<string, unknown>) => {
    const path = Object.keys(errors)[0];
    if (path) form.getInputNode(path)?.focus();
  };
  const submit = (event?: FormEvent<HTMLFormElement>) => form.onSubmit(store, focusFirst)(event);
  return { form, dirty, saving, mayLeave, submit, discard: form.reset };
}
