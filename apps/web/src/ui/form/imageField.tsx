import { Button, Input } from '@mantine/core';
import type { PictureKindName } from '@vitrine/contract/system/files.ts';
import type { ReactNode } from 'react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { uploadFile } from '#platform/upload.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { alsoTaken } from './alsoTaken.ts';
import css from './imageField.module.css';

const CropDialog = onDemand(async () => (await import('./cropDialog.tsx')).CropDialog);

const cropped = ['image/png', 'image/jpeg', 'image/webp'];

type Props = {
  label: string;
  description?: string;
  purpose: PictureKindName;
  /** The id of the stored file. */
  value: string | null;
  /** Address of the row's current picture. */
  address: string | null;
  /** With the address of a picture that was sent just now. */
  onChange: (id: string | null, address?: string) => void;
  error?: ReactNode;
  disabled?: boolean;
};

/** A picture: chosen, dropped or pasted, cropped, and uploaded at once; the form saves its id. */
export function ImageField({ label, description, purpose, value, address, onChange, error, disabled = false }: Props) {
  const { t } = useTranslation('ui');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [over, setOver] = useState(false);
  const [fresh, setFresh] = useState<{ id: string; address: string } | null>(null);
  const shown = value === null ? null : fresh?.id === value ? fresh.address : address;

  // Drawings have no points to be cut, and icons are cut already: the server draws both.
  const also = alsoTaken(purpose);
  const done = (stored: { id: string; address: string }) => {
    setFresh(stored);
    onChange(stored.id, stored.address);
    setFile(null);
  };
  const send = async (whole: File) => {
    try {
      done(await uploadFile(purpose, whole.name, whole));
    } catch (failure) {
      toast.failure(failure);
    }
  };
  const take = (files: FileList | null | undefined) => {
    const all = [...(files ?? [])];
    const [picture, whole] = [all.find(({ type }) => cropped.includes(type)), all.find(also.takes)];
    if (disabled) return;
    if (picture) setFile(picture);
    else if (whole) void send(whole);
    else if (all.length > 0) toast.warning(t('image_unreadable'));
  };

  return (
    <Input.Wrapper label={label} labelProps={{ htmlFor: id }} {...(description ? { description } : {})} error={error}>
      <div
        className={css.drop}
        {...(over ? { 'data-over': true } : {})}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
        onPaste={(event) => take(event.clipboardData.files)}
      >
        {shown ? <img src={shown} alt={label} className={css.picture} /> : null}
        <div>
          <div className={css.choices}>
            <Button ref={button} id={id} variant="default" disabled={disabled} onClick={() => input.current?.click()}>
              {shown ? t('image_replace') : t('image_choose')}
            </Button>
            {shown ? (
              <Button
                variant="subtle"
                disabled={disabled}
                onClick={() => {
                  onChange(null);
                  button.current?.focus();
                }}
              >
                {t('image_remove')}
              </Button>
            ) : null}
          </div>
          <p className={css.hint}>{t('image_hint')}</p>
        </div>
        <input
          ref={input}
          type="file"
          accept={[...cropped, ...also.accepted].join(',')}
          hidden
          onChange={(event) => {
            take(event.currentTarget.files);
            // Allows choosing the same file again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {file ? (
        <Suspense>
          <CropDialog file={file} purpose={purpose} onClose={() => setFile(null)} onDone={done} />
        </Suspense>
      ) : null}
    </Input.Wrapper>
  );
}
