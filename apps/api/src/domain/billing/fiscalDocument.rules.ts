/** What a fiscal document may be: a PDF, or the XML of a Brazilian note. It is kept and given out as it came, and never read. */

const types = { pdf: 'application/pdf', xml: 'application/xml' } as const;
export type FiscalForm = keyof typeof types;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** By its bytes, whatever it calls itself; null: neither. An XML that defines entities of its own is none: notes have no need of them. */
export function formOf(bytes: Buffer): FiscalForm | null {
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'pdf';
  const text = bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
  const beginsAsXml = /^\s*<\?xml\s[^>]*\?>\s*<[A-Za-z!]/.test(text.subarray(0, 1000).toString('latin1'));
  return beginsAsXml && !text.includes('<!') && !text.includes(0) ? 'xml' : null;
}

/** Its name ends as what it is. */
export const namedAs = (name: string, form: FiscalForm): string => (name.toLowerCase().endsWith(`.${form}`) ? name : `${name}.${form}`);

/** As an answer of the endpoint that gives it away. */
export const asFiscal = ({ name, bytes }: { name: string; bytes: Buffer }) => ({
  file_name: name,
  content_type: types[formOf(bytes) ?? 'pdf'],
  content: bytes,
});
