import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { IconFileAnalytics } from '@tabler/icons-react';
import { workspaces } from '@vitrine/contract/reports/reportingAccounts.ts';
import { begin, publishableKinds, uploadLimits } from '@vitrine/contract/reports/reportUploads.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import css from '../fileDrop.module.css';
import { FileDrop } from '../fileDrop.tsx';
import { NoGroups } from '../noGroups.tsx';
import pairs from '../register.module.css';
import { sendFile } from './upload.ts';
import { usePlaceFields } from '../usePlaceFields.ts';
import type { Accounts } from '../withAccounts.tsx';

type Props = {
  accounts: Accounts;
  placed: boolean;
  demo: boolean;
  onDirty: (dirty: boolean) => void;
  onSent: (id: string) => Promise<void>;
  onCancel: () => void;
};

type Values = {
  file_name: string;
  size: number;
  account_id: string;
  workspace_id: string;
  title: string;
  group_id: string;
  subgroup_id: string | null;
  conflict: 'abort' | 'replace';
};

const accept = publishableKinds.map((kind) => `.${kind}`).join(',');
const mostBytes = formatBytes(uploadLimits.bytes);

/** The form of an upload: file, workspace, group, and what to do with an existing name. */
export function UploadForm({ accounts, placed, demo, onDirty, onSent, onCancel }: Props) {
  const { t } = useTranslation(['reports', 'ui']);
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const sending = useRef(new AbortController());
  useEffect(() => () => sending.current.abort(), []);
  const sent = useRef('');
  const labels = {
    file_name: t('upload_file'),
    account_id: t('choose_account'),
    workspace_id: t('workspace'),
    title: t('report_title'),
    group_id: t('group'),
    subgroup_id: t('subgroup'),
    conflict: t('upload_conflict'),
  };
  const state = useResourceForm<Values>({
    initial: {
      file_name: '',
      size: 0,
      account_id: accounts[0].id,
      workspace_id: '',
      title: '',
      group_id: '',
      subgroup_id: null,
      conflict: 'abort',
    },
    schema: begin.body,
    labels,
    toBody: ({ conflict, group_id, size, ...values }) => ({
      ...values,
      // Without a file it is the name that is missing.
      size: Math.max(1, size),
      group_id: placed ? group_id : null,
      replaces: conflict === 'replace',
    }),
    save: async (body) => {
      if (!file) return;
      try {
        sent.current = (await sendFile(file, body, { onPercent: setPercent, signal: sending.current.signal })).id;
      } finally {
        setPercent(null);
      }
    },
    success: t('upload_sent'),
    onSaved: () => void onSent(sent.current),
  });
  const { form, dirty, saving } = state;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  const { account_id, group_id, title, conflict } = form.values;
  const places = useEndpoint(workspaces, { params: { id: account_id } }, { staleTime: 60_000 });
  const [group, subgroup] = usePlaceFields(placed ? group_id : '', placed);
  if (placed && group?.kind === 'select' && group.options.length === 0) return <NoGroups />;

  const take = (chosen: File) => {
    if (chosen.size > uploadLimits.bytes) {
      form.setFieldError('file_name', t('upload_too_large', { name: chosen.name, size: formatBytes(chosen.size), limit: mostBytes }));
      return;
    }
    setFile(chosen);
    form.setValues({
      file_name: chosen.name.slice(-255),
      size: chosen.size,
      ...(title === '' ? { title: chosen.name.replace(/\.[^.]+$/, '').slice(0, 120) } : {}),
    });
    form.clearFieldError('file_name');
    form.clearFieldError('file');
  };
  const submit = async () => {
    if (conflict === 'abort' || (await toast.confirm(t('upload_replace_question', { title })))) state.submit();
  };
  const draw = (field: Field | undefined) => (field ? <FieldInput key={field.name} field={field} form={form} /> : null);
  const select = (name: 'account_id' | 'workspace_id', rows: readonly { id: string; name: string }[]): Field => ({
    kind: 'select',
    name,
    label: labels[name],
    required: true,
    options: rows.map((row) => ({ value: row.id, label: row.name })),
  });
  const problem = form.errors['file'] ?? form.errors['file_name'];
  return (
    <ResourceForm state={{ ...state, submit: () => void submit() }} fields={[]} submitLabel={t('upload_submit')} onCancel={onCancel}>
      <div className={css.field}>
        <FileDrop
          label={t('upload_file')}
          accept={accept}
          icon={<IconFileAnalytics size={24} stroke={1.4} aria-hidden="true" />}
          words={file ? `${file.name} · ${formatBytes(file.size)}` : t('upload_drop')}
          button={t(file ? 'upload_other' : 'html_choose')}
          refused={problem !== undefined}
          onFile={take}
        />
        {problem ? (
          <p className={css.refused} role="alert">
            {problem}
          </p>
        ) : null}
        <p className={css.hint}>{t('upload_kinds', { size: mostBytes })}</p>
        <p className={css.hint}>{demo ? `${t('upload_hint')} ${t('upload_hint_demo')}` : t('upload_hint')}</p>
      </div>
      <div className={pairs.pair}>
        {accounts.length > 1 ? draw(select('account_id', accounts)) : null}
        {draw(select('workspace_id', places.data?.data ?? []))}
      </div>
      {draw({ kind: 'text', name: 'title', label: labels.title, required: true })}
      {placed ? (
        <div className={pairs.pair}>
          {draw(group)}
          {draw(subgroup)}
        </div>
      ) : null}
      {draw({
        kind: 'choice',
        name: 'conflict',
        label: labels.conflict,
        options: [
          { value: 'abort', label: t('upload_abort') },
          { value: 'replace', label: t('upload_replace') },
        ],
      })}
      {saving && percent !== null ? (
        <div role="status">
          <Progress value={percent} aria-label={t('upload_sending', { percent })} />
          <p className={css.hint}>{t('upload_sending', { percent })}</p>
        </div>
      ) : null}
    </ResourceForm>
  );
}
