const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Whether a NameID is another one at every sign-in: it says who nobody is. */
export const isTransient = ({ name_id_format }: { name_id_format: string | null }): boolean => name_id_format === transient;
