import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { useUnitToday } from '#platform/unitToday.ts';
import { loadNamespaces } from '#platform/i18n.ts';
import { onDemand } from '#ui/onDemand.tsx';
import css from './dates.module.css';
import { readDate } from './typed.ts';
import { useTyped } from './useTyped.ts';

/** The calendar weighs more than most forms, so it comes when somebody reaches for it. */
const Calendar = onDemand(
  async () => {
    const [{ Calendar: part }] = await Promise.all([import('./calendar.tsx'), loadNamespaces('dates')]);
    return part;
  },
  { waiting: <div className={css.calendarSpace} /> },
);

export type TypedFieldProps = {
  /** Left out where `aria-label` names it. */
  label?: string;
  /** As on the wire, or what was typed and is none. */
  value?: string | null;
  onChange: (value: string) => void;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  withAsterisk?: boolean;
  className?: string;
  'aria-label'?: string;
  'data-path'?: string;
  'data-autofocus'?: boolean;
};

type Props = TypedFieldProps & {
  /** Something ends on this day: 30 days and the end of the year are offered. */
  ends?: boolean;
};

/** A day, typed or picked: DD/MM/YYYY whatever the language of the browser. The value is `YYYY-MM-DD`, empty for none. */
export function DateField({ value, onChange, error, ends = false, ...input }: Props) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const today = useUnitToday();
  const typed = useTyped({ value: value ?? '', onChange, read: (text) => readDate(text, today), show: formatDate });
  const close = () => {
    setOpen(false);
    field.current?.focus();
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      offset={4}
      transitionProps={{ duration: 80 }}
      zIndex={1001}
      hideDetached={false}
      withRoles={false}
      closeOnEscape={false}
      returnFocus={false}
    >
      <Popover.Target>
        <TextInput
          {...input}
          ref={field}
          value={typed.text}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onBlur={typed.leave}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            setOpen(true);
          }}
          error={typed.unclear ? t('date_unclear') : error}
          placeholder={t('date_placeholder')}
          autoComplete="off"
          rightSection={
            <ActionIcon variant="subtle" disabled={input.disabled ?? false} aria-label={t('open_calendar')} onClick={() => setOpen(!open)}>
              <IconCalendar size={16} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        {open ? (
          <Calendar
            value={readDate(value ?? '')}
            ends={ends}
            onPick={(day) => {
              typed.leave();
              onChange(day);
              close();
            }}
            onClose={close}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
