import type { ReactNode } from 'react';
import { Component } from 'react';
import { i18n } from '../i18n.ts';
import css from './Waiting.module.css';

/** Catches what breaks while drawing. A class, because React offers it to nothing else. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={css.page} role="alert">
        <h1>{i18n.t('crash_title')}</h1>
        <p>{i18n.t('crash_text')}</p>
        <button type="button" className={css.button} onClick={() => location.reload()}>
          {i18n.t('reload')}
        </button>
      </main>
    );
  }
}
