import type { Explanation } from '@vitrine/contract/billing/billing.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import figures from './figures.module.css';

/** Users by unit and by day. */
export function Counted({ told }: { told: Explanation }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <p className={figures.note}>{t('counting_rule')}</p>
      {told.not_counted > 0 ? <p className={figures.note}>{t('not_counted', { count: told.not_counted })}</p> : null}
      <h3 className={figures.heading}>{t('by_unit')}</h3>
      <div className={figures.scroll}>
        <table className={figures.table}>
          <thead>
            <tr>
              <th scope="col">{t('unit')}</th>
              <th scope="col" className={figures.end}>
                {t('people_there')}
              </th>
              <th scope="col" className={figures.end}>
                {t('people_counted')}
              </th>
            </tr>
          </thead>
          <tbody>
            {told.units.map((unit) => (
              <tr key={unit.id}>
                <td>{unit.name ?? t('unit_gone')}</td>
                <td className={figures.end}>{formatNumber(unit.people)}</td>
                <td className={figures.end}>{formatNumber(unit.counted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className={figures.heading}>{t('by_day')}</h3>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col" className={figures.end}>
              {t('people_there')}
            </th>
          </tr>
        </thead>
        <tbody>
          {told.days.map(({ day, people }) => (
            <tr key={day}>
              <td>{formatDate(day)}</td>
              <td className={figures.end}>{formatNumber(people)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
