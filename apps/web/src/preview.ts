/** The frame that shows a brand before it is published: the real pages with sample answers (`preview.html`). */
import './ui/base.css';

// A chunk of its own: what stood here would come with the sign-in page.
await import('./app/preview/preview.tsx').then(({ startPreview }) => startPreview());
