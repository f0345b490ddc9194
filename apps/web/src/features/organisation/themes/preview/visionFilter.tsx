import type { Vision } from '@vitrine/contract/colourVision.ts';
import { matrixOf } from '@vitrine/contract/colourVision.ts';

const id = 'vitrine-vision';

/** The style that lets somebody with usual eyes see as others do. */
export const filterOf = (vision: Vision): string | undefined => (vision === 'usual' ? undefined : `url(#${id})`);

/** What the style names. Filters work on linear light, as the matrices do. */
export function VisionFilter({ vision }: { vision: Vision }) {
  const matrix = matrixOf(vision);
  if (!matrix) return null;
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <filter id={id} colorInterpolationFilters="linearRGB">
        <feColorMatrix type="matrix" values={[...matrix.map((row) => [...row, 0, 0].join(' ')), '0 0 0 1 0'].join(' ')} />
      </filter>
    </svg>
  );
}
