import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '@mantine/core';
import type { PictureKindName } from '@vitrine/contract/system/files.ts';
import { pictureKinds } from '#endpoints/system/files.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PercentCrop } from 'react-image-crop';
import { centerCrop, makeAspectCrop, ReactCrop } from 'react-image-crop';
import { toast } from '#platform/toast.ts';
import { uploadFile } from '#platform/upload.ts';
import { Dialog } from '#ui/dialog.tsx';
import { drawPicture } from './drawPicture.ts';
import css from './imageField.module.css';

type Props = {
  file: File;
  purpose: PictureKindName;
  onDone: (stored: { id: string; address: string }) => void;
  onClose: () => void;
};

const whole: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** Crops a picture to the aspect ratio of its purpose, by mouse, touch or arrow keys, and uploads it. */
export function CropDialog({ file, purpose, onDone, onClose }: Props) {
  const { t } = useTranslation('ui');
  const { ratio, width, max_bytes } = pictureKinds[purpose];
  const image = useRef<HTMLImageElement>(null);
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const [cut, setCut] = useState<PercentCrop>();
  const [sending, setSending] = useState(false);

  const begin = ({ naturalWidth, naturalHeight }: HTMLImageElement) => {
    if (ratio === null) return setCut(whole);
    const largest = naturalWidth / naturalHeight > ratio ? { height: 100 } : { width: 100 };
    setCut(centerCrop(makeAspectCrop({ unit: '%', ...largest }, ratio, naturalWidth, naturalHeight), naturalWidth, naturalHeight));
  };
  const unreadable = () => {
    toast.warning(t('image_unreadable'));
    onClose();
  };
  const send = async () => {
    if (!image.current || !cut) return;
    setSending(true);
    try {
      const type = purpose === 'favicon' ? 'image/png' : 'image/webp';
      onDone(await uploadFile(purpose, file.name, await drawPicture(image.current, cut, { width, maxBytes: max_bytes, type })));
    } catch (error) {
      toast.failure(error);
      setSending(false);
    }
  };

  return (
    <Dialog title={t('image_crop')} width="560px" onClose={onClose}>
      <ReactCrop
        {...(cut ? { crop: cut } : {})}
        onChange={(_pixels, percent) => setCut(percent.width > 0 && percent.height > 0 ? percent : cut)}
        {...(ratio === null ? {} : { aspect: ratio })}
        keepSelection
        className={css.crop ?? ''}
        ariaLabels={{
          cropArea: t('image_crop_area'),
          nwDragHandle: t('image_crop_handle'),
          nDragHandle: t('image_crop_handle'),
          neDragHandle: t('image_crop_handle'),
          eDragHandle: t('image_crop_handle'),
          seDragHandle: t('image_crop_handle'),
          sDragHandle: t('image_crop_handle'),
          swDragHandle: t('image_crop_handle'),
          wDragHandle: t('image_crop_handle'),
        }}
      >
        <img ref={image} src={address} alt={file.name} onLoad={(event) => begin(event.currentTarget)} onError={unreadable} />
      </ReactCrop>
      <p className={css.hint}>{t('image_crop_hint')}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={sending} disabled={!cut} onClick={() => void send()}>
          {t('image_use')}
        </Button>
      </div>
    </Dialog>
  );
}
