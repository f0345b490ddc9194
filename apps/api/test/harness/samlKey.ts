/** A key and its certificate, made once for all tests that need any. */
import { makeOwnKey } from '#platform/saml/certificates.ts';

export const samlKey = await makeOwnKey('Provider', new Date());
