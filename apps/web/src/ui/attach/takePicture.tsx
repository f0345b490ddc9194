import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import css from './attach.module.css';
import type { Attachments } from './attachField.tsx';

/** One picture of what the person chooses to show. */
async function pictureOfScreen(name: string): Promise<File> {
  // The browser shows this tab first where it knows the wish; elsewhere it ignores it.
  const wish: DisplayMediaStreamOptions = { video: true, audio: false };
  const stream = await navigator.mediaDevices.getDisplayMedia({ ...wish, preferCurrentTab: true } as DisplayMediaStreamOptions);
  try {
    const video = document.createElement('video');
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!blob) throw new Error('There is no picture');
    return new File([blob], name, { type: 'image/png' });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

/** The person closed the question: nothing is wrong. */
const isRefused = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';

/** Only on a click, and only what the person then chooses; nothing where the browser cannot. */
export function TakePicture({ attachments }: { attachments: Attachments }) {
  const { t } = useTranslation('attach');
  const [taking, setTaking] = useState(false);
  if (typeof navigator.mediaDevices?.getDisplayMedia !== 'function') return null;
  const take = async () => {
    setTaking(true);
    try {
      await attachments.takeAll([await pictureOfScreen(t('picture_name'))]);
    } catch (error) {
      if (!isRefused(error)) toast.warning(t('picture_failed'));
    }
    setTaking(false);
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        mt={6}
        ml={8}
        loading={taking}
        leftSection={<IconCamera size={14} />}
        onClick={() => void take()}
      >
        {t('picture')}
      </Button>
      <p className={css.hint}>{t('picture_hint')}</p>
    </>
  );
}
