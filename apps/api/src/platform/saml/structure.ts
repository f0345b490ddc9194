/**
 * The form of a signed message, looked at before any signature: one thing is said, once, and what is signed is what is read. Signatures
 * that wrap, move or name something else have no place here.
 */
import type { XmlDocument, XmlElement, XmlNode } from './libraries.ts';
import { refuse } from './refused.ts';
import { attributesOf, childrenOf, elementsIn, everything, isNamed, nodesOf, valueOf } from './xml.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const digestMethods = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']);
const keyMethods = new Set(['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', 'http://www.w3.org/2009/xmlenc11#rsa-oaep']);
const dataMethods = new Set([
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
]);
const commentNode = 8;

function only(elements: readonly XmlElement[], detail: string): XmlElement {
  const [one] = elements;
  return elements.length === 1 && one ? one : refuse('structure', detail);
}

/** Whatever calls itself an id, in whichever space, is there once. A reference finds one element, always. */
function requireUniqueIds(root: XmlElement): void {
  const seen = new Set<string>();
  for (const attribute of [...everything(root)].flatMap(attributesOf)) {
    if ((attribute.localName || attribute.name).toLowerCase() !== 'id') continue;
    if (attribute.name !== 'ID' && attribute.name !== 'Id') refuse('structure', 'foreign_id');
    if (seen.has(attribute.value)) refuse('structure', 'same_id');
    seen.add(attribute.value);
  }
}

/** Signatures stand directly in what may be signed, one each, and nowhere else. */
function plainSignatures(root: XmlElement, signable: ReadonlySet<XmlNode>): XmlElement[] {
  const signatures = [...everything(root)].filter(({ localName }) => localName === 'Signature');
  const parents = signatures.map(({ parentNode }) => parentNode as XmlNode);
  if (signatures.some((one) => !isNamed(one, 'signature', 'Signature'))) refuse('structure', 'foreign_signature');
  if (parents.some((parent) => !signable.has(parent))) refuse('structure', 'signature_moved');
  if (new Set(parents).size !== parents.length) refuse('structure', 'signatures');
  return signatures;
}

const algorithmIn = (element: XmlElement, name: string): string | null => valueOf(childrenOf(element, 'signature', name)[0], 'Algorithm');

/** A signature has one reference, to the element that it stands in, by ways that change nothing of what is read. */
function requirePlainSignature(signature: XmlElement): void {
  const info = only(childrenOf(signature, 'signature', 'SignedInfo'), 'signed_info');
  const reference = only(childrenOf(info, 'signature', 'Reference'), 'references');
  only(childrenOf(signature, 'signature', 'SignatureValue'), 'signature_value');
  const digest = only(childrenOf(reference, 'signature', 'DigestValue'), 'digest_value');
  const id = valueOf(signature.parentNode as XmlElement, 'ID');
  if (!id || !/^[A-Za-z_][\w.-]*$/.test(id) || valueOf(reference, 'URI') !== `#${id}`) refuse('structure', 'reference');
  if (childrenOf(signature, 'signature', 'Object').length > 0 || elementsIn(digest).length > 0) refuse('structure', 'object');
  // Some readers drop comments, others keep them.
  if ([...everything(signature)].flatMap(nodesOf).some(({ nodeType }) => nodeType === commentNode)) refuse('structure', 'comment');

  if (algorithmIn(info, 'CanonicalizationMethod') !== exclusive) refuse('algorithms', 'canonicalization');
  const method = algorithmIn(info, 'SignatureMethod') ?? '';
  if (!signatureMethods.has(method)) refuse('algorithms', method);
  const digestMethod = algorithmIn(reference, 'DigestMethod') ?? '';
  if (!digestMethods.has(digestMethod)) refuse('algorithms', digestMethod);
  const transforms = childrenOf(reference, 'signature', 'Transforms').flatMap((all) => childrenOf(all, 'signature', 'Transform'));
  const names = transforms.map((transform) => valueOf(transform, 'Algorithm') ?? '');
  if (names.length > 2 || names.some((name) => name !== exclusive && name !== enveloped)) refuse('algorithms', names.join(' '));
}

function requireSignatures(root: XmlElement, signable: readonly XmlElement[]): void {
  requireUniqueIds(root);
  for (const signature of plainSignatures(root, new Set<XmlNode>(signable))) requirePlainSignature(signature);
}

const isAssertion = ({ localName }: XmlElement): boolean => localName === 'Assertion' || localName === 'EncryptedAssertion';

/** A response with one assertion, clear or encrypted, directly in it. */
export function requireResponse({ documentElement: response }: XmlDocument): {
  response: XmlElement;
  assertion: XmlElement;
  encrypted: boolean;
} {
  if (!isNamed(response, 'protocol', 'Response')) refuse('structure', 'no_response');
  const within = [...everything(response)];
  if (within.filter(({ localName }) => localName === 'Response').length > 1) refuse('structure', 'responses');
  const assertion = only(within.filter(isAssertion), 'assertions');
  const encrypted = isNamed(assertion, 'assertion', 'EncryptedAssertion');
  const isPlain = encrypted || isNamed(assertion, 'assertion', 'Assertion');
  if (assertion.parentNode !== response || !isPlain) refuse('structure', 'assertion_moved');
  requireSignatures(response, encrypted ? [response] : [response, assertion]);
  return { response, assertion, encrypted };
}

/** An assertion by itself, as it comes out of its encryption. */
export function requireAssertion({ documentElement: assertion }: XmlDocument): void {
  if (!isNamed(assertion, 'assertion', 'Assertion')) refuse('structure', 'assertion_moved');
  only([...everything(assertion)].filter(isAssertion), 'assertions');
  requireSignatures(assertion, [assertion]);
}

/** Whether it is encrypted in a way that nobody can play with. */
export function isWellEncrypted(assertion: XmlElement): boolean {
  const methodsOf = (name: string) =>
    [...everything(assertion)]
      .filter((element) => isNamed(element, 'encryption', name))
      .map((element) => valueOf(childrenOf(element, 'encryption', 'EncryptionMethod')[0], 'Algorithm') ?? '');
  const [data, keys] = [methodsOf('EncryptedData'), methodsOf('EncryptedKey')];
  const isOne = data.length === 1 && keys.length === 1;
  return isOne && data.every((method) => dataMethods.has(method)) && keys.every((method) => keyMethods.has(method));
}

/** A request or an answer about signing out: its root is the only thing that may be signed. */
export function requireLogout({ documentElement: root }: XmlDocument, name: 'LogoutRequest' | 'LogoutResponse'): XmlElement {
  if (!isNamed(root, 'protocol', name)) refuse('structure', 'no_logout');
  only(
    [...everything(root)].filter(({ localName }) => localName.startsWith('Logout')),
    'logouts',
  );
  requireSignatures(root, [root]);
  return root;
}
