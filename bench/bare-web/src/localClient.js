// Microsoft's client only creates frames for Microsoft's hosts, so for the local reporting service a frame is passed to it.
import { Embed, factories, service } from 'powerbi-client';

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

export const powerbi = new service.Service(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory);
