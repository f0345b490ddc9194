// The least page that shows a report: Microsoft's client, and a token from our own server.
import { Embed, factories, service } from 'powerbi-client';

// The client makes frames only for Microsoft's hosts; for the local reporting service it is given one.
const { setIframe } = Embed.prototype;
Embed.prototype.setIframe = function setLocalIframe(...steps) {
  if (!this.iframe) {
    this.iframe = Object.assign(document.createElement('iframe'), { src: `${this.config.embedUrl}&uid=${this.config.uniqueId}` });
    this.iframe.style.width = '100%';
    this.iframe.style.height = '100%';
    this.element.replaceChildren(this.iframe);
  }
  setIframe.apply(this, steps);
};

const powerbi = new service.Service(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory);
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
