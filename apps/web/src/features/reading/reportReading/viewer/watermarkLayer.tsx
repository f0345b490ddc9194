import type { Watermark } from '@vitrine/contract/reading/reportReading.ts';
import { formatDateTime } from '#platform/formats.ts';
import css from './watermark.module.css';

const tiles = Array.from({ length: 60 }, (_, index) => index);

/** The watermark over the report, also in print. It ignores clicks and is hidden from screen readers. */
export function WatermarkLayer({ watermark }: { watermark: Watermark | null }) {
  if (!watermark) return null;
  const { name, email, address, at } = watermark;
  return (
    <div className={css.layer} aria-hidden="true" data-watermark>
      <div className={css.tiles}>
        {tiles.map((tile) => (
          <span key={tile}>
            {name}
            <br />
            {email}
            <br />
            {`${formatDateTime(at)} · ${address}`}
          </span>
        ))}
      </div>
    </div>
  );
}
