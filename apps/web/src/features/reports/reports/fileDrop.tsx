import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import css from './fileDrop.module.css';

type Props = {
  label: string;
  /** File types that the browser offers; the content is checked anyway. */
  accept: string;
  icon: ReactNode;
  words: string;
  button: string;
  refused?: boolean;
  busy?: boolean;
  onFile: (file: File) => void;
};

/** Takes one file, by button or by dropping it. */
export function FileDrop({ label, accept, icon, words, button, refused = false, busy = false, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (file && !busy) onFile(file);
  };
  return (
    <div
      className={css.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
      data-refused={refused}
    >
      {icon}
      <span className={css.words} aria-live="polite">
        {words}
      </span>
      <Button variant="default" leftSection={<IconUpload size={16} />} loading={busy} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
