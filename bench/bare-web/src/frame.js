// A page that already has a token before it shows a report, so that only the frame's own time is measured.
import { powerbi } from './localClient.js';

const room = document.getElementById('report');
const { report_id, embed_url, token } = await (await fetch('/api/embed_token', { method: 'POST' })).json();

window.showReport = () =>
  void powerbi.embed(room, { type: 'report', id: report_id, embedUrl: embed_url, accessToken: token, tokenType: 1, permissions: 0 });

window.showPicture = () => {
  const frame = Object.assign(document.createElement('iframe'), { src: '/picture.html' });
  frame.style.width = '100%';
  frame.style.height = '100%';
  room.replaceChildren(frame);
};
window.isReady = true;
