import { Fragment } from 'react';
import css from './mention.module.css';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A text in which the people whom it mentions stand out. */
export function MentionedText({ text, names }: { text: string; names: readonly string[] }) {
  if (names.length === 0) return text;
  const longestFirst = names.toSorted((one, other) => other.length - one.length).map(escaped);
  // Every second part is a name, because of the group.
  const parts = text.split(new RegExp(`(@(?:${longestFirst.join('|')}))`, 'u'));
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have nothing else, and never change their order
    <Fragment key={index}>{index % 2 === 1 ? <strong className={css.name}>{part}</strong> : part}</Fragment>
  ));
}
