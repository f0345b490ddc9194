import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import css from './form.module.css';

/** Sends another code once the minute is over. */
export function ResendButton({ first, send }: { first: number; send: () => Promise<{ resend_in: number }> }) {
  const { t } = useTranslation('secondFactor');
  const [left, setLeft] = useState(first);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const again = async () => {
    try {
      const { resend_in } = await send();
      setLeft(resend_in);
      toast.success(t('mail_sent'));
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <button type="button" className={css.plain} disabled={left > 0} onClick={() => void again()}>
      {left > 0 ? t('resend_in', { count: left }) : t('resend')}
    </button>
  );
}
