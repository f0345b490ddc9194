/** As `crypto.randomUUID`, which pages without https do not have. */
export function newId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, position) => {
    if (position === 6) return (byte & 0x0f) | 0x40;
    return position === 8 ? (byte & 0x3f) | 0x80 : byte;
  })
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
