import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#platform/toast.ts';
import css from './shownOnce.module.css';

/** A secret that was just made: it is read here, and nowhere again. */
export function ShownOnce({ secret, words }: { secret: string; words: { once: string; copy: string } }) {
  return (
    <div className={css.secret} role="status">
      <strong>{words.once}</strong>
      <code>{secret}</code>
      <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copyText(secret)}>
        {words.copy}
      </Button>
    </div>
  );
}
