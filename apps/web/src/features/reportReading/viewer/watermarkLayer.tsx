import type { Watermark } from '@vitrine/contract/features/reportReading.ts';
import { formatDateTime } from '../../../core/formats.ts';
import css from './watermark.module.css';

const tiles = Array.from({ length: 60 }, (_, index) => index);

/** Who looks and when, over everything that is shown, on paper too. It takes no click and no screen reader reads it. */
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
