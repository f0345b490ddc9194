import css from './register.module.css';

/** Grey rows while the reporting service is being asked. */
export function Waiting() {
  return (
    <div className={css.waiting} aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  );
}
