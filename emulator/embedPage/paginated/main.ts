import '../styles/page.css';
import '../styles/frame.css';
import '../styles/slicers.css';
import '../styles/panes.css';
import '../styles/editing.css';
import '../styles/paginated.css';
import { createChannel } from '../protocol/channel.ts';
import { watchSystem } from '../systemColors.ts';
import { createPaginated } from './embed.ts';

if (document.readyState === 'loading') {
  await new Promise((parsed) => document.addEventListener('DOMContentLoaded', parsed, { once: true }));
}
const root = document.getElementById('report');
if (!root) throw new Error('The document has no place for the report');

const channel = createChannel(window.parent);
const paginated = createPaginated(root, channel);
watchSystem(paginated.paint);
channel.listen(paginated.routes);
