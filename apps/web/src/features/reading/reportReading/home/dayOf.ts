/** Which day a moment is of, by the browser's local time, in the words of a sentence. */
export function dayOf(moment: string, now: Date = new Date()): 'today' | 'yesterday' | 'day' {
  const startOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const today = startOf(now);
  const at = new Date(moment);
  if (at >= today) return 'today';
  return at >= new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1) ? 'yesterday' : 'day';
}
