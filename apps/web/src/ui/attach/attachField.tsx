import { Button, Input } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { ticketLimits } from '#endpoints/support/ticket.ts';
import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { uploadFile } from '#platform/upload.ts';
import css from './attach.module.css';

export type Attached = { id: string; name: string };

const accepted = '.png,.jpg,.jpeg,.pdf,.xlsx,.csv,.docx,.txt,.zip';
const largestBytes = 10 * 1_048_576;

/** What is sent with a message: `take` is for files that were dropped or pasted anywhere in the form. */
export function useAttachments() {
  const { t } = useTranslation('attach');
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const [sending, setSending] = useState(0);
  const send = async (file: File) => {
    if (file.size > largestBytes) {
      toast.warning(t('large', { name: file.name }));
      return;
    }
    setSending((count) => count + 1);
    try {
      const { id, name } = await uploadFile('ticket_attachment', file.name, file);
      setFiles((now) => [...now, { id, name }]);
    } catch (error) {
      toast.failure(error);
    }
    setSending((count) => count - 1);
  };
  const takeAll = async (all: readonly File[]): Promise<void> => {
    const room = ticketLimits.attachments - files.length;
    if (all.length > room) toast.warning(t('full', { limit: ticketLimits.attachments }));
    // One after the other, so that they stand in their order.
    for (const file of all.slice(0, room)) await send(file);
  };
  return {
    files,
    busy: sending > 0,
    takeAll,
    take: (chosen: FileList | null) => takeAll([...(chosen ?? [])]),
    remove: (id: string) => setFiles((now) => now.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;

/** Handlers for the form: a screenshot is pasted, a file dropped, wherever somebody stands in it. */
export const takesFiles = ({ take }: Attachments) => ({
  onPaste: (event: React.ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void take(event.clipboardData.files);
  },
  onDragOver: (event: React.DragEvent) => event.preventDefault(),
  onDrop: (event: React.DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files);
  },
});

/** The files that go along, and the button that chooses more. */
export function AttachField({ attachments, children }: { attachments: Attachments; children?: ReactNode }) {
  const { t } = useTranslation('attach');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { files, busy, take, remove } = attachments;
  return (
    <Input.Wrapper label={t('files')} description={t('hint', { limit: ticketLimits.attachments })} labelProps={{ htmlFor: id }}>
      {files.length > 0 ? (
        <ul className={css.files}>
          {files.map((file) => (
            <li key={file.id}>
              <IconPaperclip size={14} aria-hidden="true" />
              <span>{file.name}</span>
              <button type="button" className={css.drop} aria-label={t('remove', { name: file.name })} onClick={() => remove(file.id)}>
                <IconX size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Button
        id={id}
        variant="default"
        size="compact-sm"
        mt={6}
        loading={busy}
        disabled={files.length >= ticketLimits.attachments}
        leftSection={<IconPaperclip size={14} />}
        onClick={() => input.current?.click()}
      >
        {t('add')}
      </Button>
      {children}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        onChange={(event) => {
          void take(event.currentTarget.files).then(() => {
            // Allows choosing the same file again.
            if (input.current) input.current.value = '';
          });
        }}
      />
    </Input.Wrapper>
  );
}
