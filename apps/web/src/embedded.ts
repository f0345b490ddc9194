/** A report in a frame of another application (`embedded.html`). */
import './ui/base.css';

// A chunk of its own: what stood here would come with the sign-in page.
await import('./app/embedded/embedded.ts').then(({ startEmbedded }) => startEmbedded());
