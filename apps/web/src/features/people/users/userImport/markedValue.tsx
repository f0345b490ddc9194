import css from './reviewStep.module.css';

/** What a field may not hold; of other fields nothing can be pointed at. */
const wrong: Record<string, RegExp> = {
  email: /[^\p{L}\p{N}.!#$%&'*+/=?^_`{|}~@-]+|(?<=@.*)@|\.(?=\.)|^[.@]|[.@]$/gu,
  phone: /[^\d\s()+.-]+/g,
};

/** A refused value in full, with the characters marked that do not belong there; a space is shown as ␣. */
export function MarkedValue({ field, value }: { field: string; value: string }) {
  const pattern = wrong[field];
  if (!pattern) return null;
  const parts = [...value.matchAll(pattern)].filter(([text]) => text !== '');
  if (parts.length === 0) return null;
  const ends = parts.map(({ index, 0: text }) => index + text.length);
  return (
    <span className={css.marked} data-marked>
      {parts.map(({ index, 0: text }, at) => (
        <span key={index}>
          {value.slice(at === 0 ? 0 : ends[at - 1], index)}
          <mark>{text.replaceAll(/\s/g, '␣')}</mark>
        </span>
      ))}
      {value.slice(ends.at(-1))}
    </span>
  );
}
