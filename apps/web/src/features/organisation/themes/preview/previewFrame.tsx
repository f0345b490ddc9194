import { useElementSize } from '@mantine/hooks';
import type { PreviewPage, Previewed } from '@vitrine/contract/organisation/themePreview.ts';
import { previewPath, previewReady } from '#endpoints/organisation/themePreview.ts';
import { useEffect, useRef } from 'react';
import css from './preview.module.css';

type Props = {
  page: PreviewPage;
  title: string;
  /** Of the window that the page is drawn in, and how wide it is shown at most. */
  size: { width: number; height: number; shown: number };
  brand: Previewed;
};

/** A real page in the brand, made as small as there is room; it follows every change. */
export function PreviewFrame({ page, title, size: { width, height, shown }, brand }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { ref: stage, width: room } = useElementSize();

  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage(brand, location.origin);
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === previewReady) send();
    };
    addEventListener('message', listen);
    // To one that listens already; else it says when it does.
    send();
    return () => removeEventListener('message', listen);
  }, [brand]);

  return (
    <div ref={stage} className={css.stage} style={{ aspectRatio: `${width} / ${height}`, maxWidth: shown }}>
      {/* eslint-disable-next-line react/iframe-missing-sandbox -- Around scripts and files of our own origin a sandbox would be none; its policy says what it may. */}
      <iframe
        ref={frame}
        className={css.frame}
        src={`${previewPath}/${page}`}
        title={title}
        tabIndex={-1}
        style={{ width, height, transform: `scale(${Math.min(1, room / width)})` }}
      />
    </div>
  );
}
