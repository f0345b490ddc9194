// Checks a file with an audit log and its chain of hashes, without the portal and without a network: with Node.js by
// `node verify-audit.mjs <file> [<seal> …]`, or in the page that this is a part of. Why it is so: docs/decisions/030-a-log-that-proves-itself.md.
const words = JSON.parse('__WORDS__');

const inNode = globalThis.process?.versions?.node !== undefined;
const { createHash } = inNode ? await import('node:crypto') : {};

/** No month of the calendar that the portal goes by is shorter on the whole: what it removed in time is never taken for removed too early. */
const monthMs = 30 * 86_400_000;

async function sha256(...parts) {
  if (createHash) {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return new Uint8Array(hash.digest());
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const utf8 = new TextEncoder();

/** Texts one after the other, each with its length in bytes. */
const frame = (...texts) => utf8.encode(texts.map((text) => (text === null ? '-' : `${utf8.encode(text).length}:${text}`)).join(''));

function numberBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(number));
  return bytes;
}

/** When an id was made: its first digits count parts of a millisecond, 4,096 of them. */
const timeOf = (id) => Number(BigInt(`0x${id.replaceAll('-', '').slice(0, 12)}${id.replaceAll('-', '').slice(13, 16)}`)) / 4096;

const fixedPart = ({ kind, id, line }) =>
  kind === 'line'
    ? frame(id, line.at, line.actor_id, line.person_id, line.action, line.object_type, line.object_id, line.request_id)
    : frame(id);

const partHash = async (salt, text) => hexOf(await sha256(salt, frame(text)));

/** What is wrong with one entry beside its place in the chain; null where nothing is. */
async function faultOf(entry, { latest, lines, made }) {
  const { kind, id, at, salt, hashes, content } = entry;
  const line = lines.get(id) ?? null;
  if (line === null) return kind === 'masked' || timeOf(id) < made - 24 * monthMs ? null : 'removed';
  const expected = await sha256(frame(kind, at), fixedPart({ kind, id, line }), ...hashes.map(bytesOf));
  if (hexOf(expected) !== content) return 'changed';
  if (latest.get(id) !== entry.n) return null;
  if (salt === null) return 'chain';
  const salted = bytesOf(salt);
  const [before, after, ip] = await Promise.all([line.before, line.after, line.ip].map((text) => partHash(salted, text)));
  const isForgotten = line.ip === null && timeOf(id) < made - 6 * monthMs;
  return before !== hashes[0] || after !== hashes[1] || (ip !== hashes[2] && !isForgotten) ? 'changed' : null;
}

/** Checks the entries of a file: what each fault is and where, and which day each kept seal is of. */
async function verify(text, kept) {
  const [head, ...rest] = text
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row));
  if (head?.format !== 'vitrine-audit-proof' || head.version !== 1) throw new Error(words.not_a_proof);
  const end = rest.pop();
  const latest = new Map(rest.map(({ id, n }) => [id, n]));
  const known = {
    latest,
    lines: new Map(rest.flatMap(({ kind, id, line }) => (kind === 'line' && line ? [[id, line]] : []))),
    made: Date.parse(head.made_at),
  };
  const faults = [];
  let [number, link] = [head.base?.number ?? 0, head.base?.seal ?? hexOf(await sha256(new Uint8Array()))];
  const links = new Map([[number, link]]);
  for (const entry of rest) {
    const expected = hexOf(await sha256(bytesOf(link), numberBytes(entry.n), bytesOf(entry.content)));
    const fault = entry.n !== number + 1 || expected !== entry.link ? 'chain' : await faultOf(entry, known);
    if (fault) faults.push({ fault, n: entry.n, id: entry.id, at: entry.at });
    [number, link] = [entry.n, entry.link];
    links.set(number, link);
  }
  if (end?.end !== number) faults.push({ fault: 'cut', n: number, id: null, at: head.made_at });
  for (const seal of head.seals)
    if (links.get(seal.number) !== seal.seal) faults.push({ fault: 'seal', n: seal.number, id: null, at: seal.day });
  const days = kept.map((seal) => ({
    seal,
    day: head.seals.find((one) => one.seal === seal && links.get(one.number) === seal)?.day ?? null,
  }));
  return { unit: head.unit.name, made_at: head.made_at, entries: rest.length, faults, days };
}

const fill = (sentence, values) => sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));

/** The outcome in words, a sentence each; the first says whether all is well. */
function told({ unit, made_at, entries, faults, days }) {
  const lost = days.filter(({ day }) => day === null);
  return [
    fill(faults.length + lost.length === 0 ? words.well : words.broken, { unit, entries, made_at, faults: faults.length }),
    ...faults.map((found) => fill(words[`fault_${found.fault}`], found)),
    ...days.map(({ seal, day }) => fill(day === null ? words.seal_unknown : words.seal_known, { seal, day })),
  ];
}

if (inNode) {
  const { readFile } = await import('node:fs/promises');
  const [file, ...kept] = globalThis.process.argv.slice(2);
  if (file === undefined) throw new Error(words.usage);
  const outcome = await verify(await readFile(file, 'utf8'), kept);
  globalThis.process.stdout.write(`${told(outcome).join('\n')}\n`);
  globalThis.process.exitCode = outcome.faults.length > 0 || outcome.days.some(({ day }) => day === null) ? 1 : 0;
} else {
  const [form, list] = [document.querySelector('form'), document.querySelector('ul')];
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [file] = form.elements.file.files;
    list.replaceChildren();
    const sentences = await verify(await file.text(), form.elements.seals.value.split(/\s+/).filter(Boolean)).then(told, (error) => [
      error.message,
    ]);
    list.append(...sentences.map((sentence) => Object.assign(document.createElement('li'), { textContent: sentence })));
  });
}
