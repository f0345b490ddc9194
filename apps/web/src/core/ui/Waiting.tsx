import css from './Waiting.module.css';

/** A calm page while another one is being fetched: nothing at all for the first moments, then a thin line. */
export function Waiting({ text }: { text?: string }) {
  return (
    <main className={css.page} aria-busy="true">
      <div className={css.line} aria-hidden="true" />
      {text ? <p role="status">{text}</p> : null}
    </main>
  );
}
