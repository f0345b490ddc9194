import type { BrandMeasure } from '@vitrine/contract/brandMeasures.ts';
import { measureBrand } from '@vitrine/contract/brandMeasures.ts';
import { visions } from '@vitrine/contract/colourVision.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import css from './themes.module.css';

/** Everybody but the usual eyes. */
const leastOfOthers = 3;

/** The colour of buttons is that of links as well, which need more. */
const keyOf = ({ front, back, needed }: BrandMeasure) => `${front} ${back} ${needed}`;

function Line({ measure: { front, back, needed, ratios } }: { measure: BrandMeasure }) {
  const { t } = useTranslation('themes');
  const name = front === 'focus' || front === 'disabled' ? t(`made_${front}`) : t(`colour_${front}`);
  return (
    <tr>
      <th scope="row">{t('measured', { front: name, back: t(`colour_${back}`) })}</th>
      <td>{formatNumber(needed)}</td>
      {visions.map((vision) => {
        const isEnough = ratios[vision] >= (vision === 'usual' ? needed : leastOfOthers);
        const ratio = formatNumber(ratios[vision], { minimumFractionDigits: 1, maximumFractionDigits: 1 });
        return (
          <td key={vision} data-low={isEnough ? undefined : ''}>
            {isEnough ? ratio : t('measured_low', { ratio })}
          </td>
        );
      })}
    </tr>
  );
}

/** Every meeting of two colours, in numbers: for those who have to prove that texts read. */
export function ThemeMeasures({ light, dark }: { light: ThemeColours; dark: Partial<ThemeColours> }) {
  const { t } = useTranslation(['themes', 'ui']);
  const measured = measureBrand(light, dark);
  return (['light', 'dark'] as const).map((scheme) => (
    // What is wider than a phone is scrolled, by the keyboard as well.
    <div key={scheme} className={css.scrolled} role="region" tabIndex={0} aria-label={t(`measures_${scheme}`)}>
      <table className={css.measures}>
        <caption>{t(`ui:${scheme}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('measures_pair')}</th>
            <th scope="col">{t('measures_needed')}</th>
            {visions.map((vision) => (
              <th key={vision} scope="col">
                {t(`vision_${vision}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measured[scheme].map((measure) => (
            <Line key={keyOf(measure)} measure={measure} />
          ))}
        </tbody>
      </table>
    </div>
  ));
}
