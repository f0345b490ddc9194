import type { LoadedConfiguration } from '@vitrine/contract/settings/settings.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { useEffect, useState } from 'react';
import { useConfig } from '#platform/config.ts';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { welcomeSeen } from '#endpoints/settings/settings.ts';
import { storage } from '#platform/storage.ts';

const welcomeDelayMs = 1000;

type Messages = LoadedConfiguration['welcome_message'];

const messageKeys: Record<Locale, keyof Messages> = {
  'pt-BR': 'message_ptbr',
  'en-US': 'message_en',
  'pt-PT': 'message_ptpt',
  es: 'message_es',
};

/** The welcome message in the person's language, and in no other. */
export const welcomeText = (messages: Messages, locale: Locale): string | null => messages[messageKeys[locale]]?.trim() || null;

/** The first screen after a sign-in: one second later the welcome message of the configuration is shown, then the survey. */
export function useFirstLanding(): {
  first: boolean;
  welcome: string | null;
  survey: boolean;
  /** The tour may be offered: nothing else is asked, and it was not offered before. */
  tour: boolean;
  dismiss: () => void;
} {
  const config = useConfig();
  const [first] = useState(() => storage.read('bi:after_login') === true);
  const [welcome, setWelcome] = useState<string | null>(null);
  const [survey, setSurvey] = useState(false);
  const messages = config?.welcome_message;
  const version = config?.welcome_due ?? null;
  const asks = config?.profile_survey_due ?? false;
  const [tour, setTour] = useState(false);
  // It stays when the configuration is read again, which then says that it was offered.
  if (!tour && first && config?.tour_due === true && !asks && version === null) setTour(true);
  useEffect(() => {
    if (!first || !messages) return undefined;
    const timer = setTimeout(() => {
      if (!storage.take('bi:after_login')) return;
      setSurvey(asks);
      const text = welcomeText(messages, currentLocale());
      if (version === null || text === null) return;
      setWelcome(text);
      // If it cannot be told it is shown once more, which is better than never.
      call(welcomeSeen, { body: { version } }).catch(() => undefined);
    }, welcomeDelayMs);
    return () => clearTimeout(timer);
  }, [first, messages, version, asks]);
  // One after the other: the survey waits until the welcome message is closed.
  return {
    first,
    welcome,
    survey: survey && welcome === null,
    tour,
    dismiss: () => (welcome === null ? setSurvey(false) : setWelcome(null)),
  };
}
