/** Every time zone of the platform with its offset at a moment, such as `-03:00`. */
export function timezonesAt(now: Date): { id: string; offset: string }[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({ id, offset: offsetOf(id, now) }));
}

function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '').replace('−', '-');
}
