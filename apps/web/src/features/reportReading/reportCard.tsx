import { Link } from '@tanstack/react-router';
import { useFavourite } from './favourites.ts';
import css from './reportCard.module.css';
import { Star } from './star.tsx';

type Report = { id: string; title: string; favourite: boolean };

/** A report as a tile: the whole tile is a link, the star beside it is not. */
function ReportCard({ report, place }: { report: Report; place: string | undefined }) {
  const setFavourite = useFavourite();
  return (
    <li className={css.card} data-surface="card">
      <Link to={`/${report.id}/reports/view`} className={css.link}>
        <span className={css.title}>{report.title}</span>
        {place ? <span className={css.place}>{place}</span> : null}
      </Link>
      <Star title={report.title} favourite={report.favourite} onToggle={() => void setFavourite(report.id, !report.favourite)} />
    </li>
  );
}

export function ReportCards({ reports }: { reports: readonly (Report & { place?: string })[] }) {
  return (
    <ul className={css.cards}>
      {reports.map((report) => (
        <ReportCard key={report.id} report={report} place={report.place} />
      ))}
    </ul>
  );
}
