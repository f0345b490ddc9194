import type { ReactNode } from 'react';
import { Component } from 'react';
import { i18n } from '#platform/i18n.ts';
import { LeaveButton } from './leaveButton.tsx';
import css from './waiting.module.css';

/** An error boundary. A class, because React has no other way. */
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
        <LeaveButton />
      </main>
    );
  }
}
