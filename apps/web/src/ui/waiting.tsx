import css from './waiting.module.css';

/** Shown while a page is loading: nothing at first, then a thin progress line. */
export function Waiting({ text }: { text?: string }) {
  return (
    <main className={css.page} aria-busy="true">
      <div className={css.line} aria-hidden="true" />
      {text ? <p role="status">{text}</p> : null}
    </main>
  );
}
