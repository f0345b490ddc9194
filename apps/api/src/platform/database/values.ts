/** The wire form of one parameter: text, bytes, or null. */
export type WireValue = string | Buffer | null;

/**
 * Writes a parameter as PostgreSQL reads it. Arrays become array literals and plain objects JSON; a value for a
 * jsonb column that may be an array, a string or null must be given as JSON text.
 * Throws on undefined: a forgotten value must not become NULL.
 */
export function encodeValue(value: unknown): WireValue {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return null;
      if (Buffer.isBuffer(value)) return value;
      if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      if (value instanceof Date) return value.toISOString();
      if (Array.isArray(value)) return encodeArray(value);
      return JSON.stringify(value);
    default:
      throw new TypeError(`A statement's parameter cannot be ${typeof value}`);
  }
}

function encodeArray(items: readonly unknown[]): string {
  return `{${items.map(encodeItem).join(',')}}`;
}

function encodeItem(item: unknown): string {
  if (Array.isArray(item)) return encodeArray(item);
  const value = encodeValue(item);
  if (value === null) return 'NULL';
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
