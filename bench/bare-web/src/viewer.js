// The least page that shows a report: Microsoft's client, and a token from our own server.
import { powerbi } from './localClient.js';

const answer = await fetch('/api/embed_token', { method: 'POST' });
const { report_id, embed_url, token } = await answer.json();
powerbi.embed(document.getElementById('report'), {
  type: 'report',
  id: report_id,
  embedUrl: embed_url,
  accessToken: token,
  tokenType: 1,
  permissions: 0,
});
