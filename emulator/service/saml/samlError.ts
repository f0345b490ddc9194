/** Why a message by SAML is not answered, told on a page to whoever brought it. */
export class SamlError extends Error {}
