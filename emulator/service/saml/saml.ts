import type { FastifyError, FastifyInstance } from 'fastify';
import { sendPage } from '../directory/accountPages.ts';
import { wordsOf } from '../directory/words.ts';
import { escapeHtml, smallPage } from '../html.ts';
import type { Service } from '../service.ts';
import { registerApps } from './apps.ts';
import { registerLogout } from './logout.ts';
import { metadataXml } from './metadata.ts';
import { placeIn } from './place.ts';
import { SamlError } from './samlError.ts';
import { registerSignOn } from './signOn.ts';

/** Every directory as an identity provider by SAML 2.0: metadata, signing in and out, and a page to begin at. */
export const registerSaml = (app: FastifyInstance, service: Service): void => {
  app.register(
    async (saml) => {
      saml.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
        done(null, new URLSearchParams(body.toString()));
      });

      saml.setErrorHandler<FastifyError>((error, call, reply) => {
        if (!(error instanceof SamlError)) throw error;
        const { language, refused } = wordsOf(call);
        return sendPage(reply.code(400), smallPage(language, refused, `<p>${escapeHtml(error.message)}</p>`));
      });

      saml.get('/:directory/metadata', async (call, reply) => {
        const place = placeIn(service, call.params);
        const xml = metadataXml(place, await service.samlKeys.list(place.id));
        return reply.type('application/samlmetadata+xml; charset=utf-8').header('cache-control', 'no-cache').send(xml);
      });

      registerSignOn(saml, service);
      registerApps(saml, service);
      registerLogout(saml, service);
    },
    { prefix: '/saml' },
  );
};
