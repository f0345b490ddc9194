import './styles/page.css';
import './styles/frame.css';
import './styles/figures.css';
import './styles/grid.css';
import './styles/slicers.css';
import './styles/panes.css';
import './styles/editing.css';
import './styles/forced.css';
import './styles/print.css';
import { createStage } from './chrome/stage.ts';
import { createChannel } from './protocol/channel.ts';
import { createCache } from './query/cache.ts';
import { allRoutes } from './routes/routes.ts';
import { createActions } from './actions/actions.ts';
import { emit } from './session/app.ts';
import type { App } from './session/app.ts';
import { watchSwipes } from './session/swipes.ts';
import { watchSystem } from './systemColors.ts';

// Asked for by the head of the document, a bundle from the cache is there before the body.
if (document.readyState === 'loading') {
  await new Promise((parsed) => document.addEventListener('DOMContentLoaded', parsed, { once: true }));
}
const root = document.getElementById('report');
if (!root) throw new Error('The document has no place for the report');

const app: App = {
  channel: createChannel(window.parent),
  stage: createStage(root, () => app),
  actions: createActions(() => app),
  cache: createCache(),
  session: undefined,
  run: 0,
  pending: undefined,
};
watchSwipes(app, root);
watchSystem(() => app.actions.redraw());
window.addEventListener('blur', () => emit(app, 'blur'));
app.channel.listen(allRoutes(app));
