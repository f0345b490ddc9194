import type { LoadedConfiguration } from '@vitrine/contract/features/configuration.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { useEffect, useState } from 'react';
import { useConfig } from '../config.ts';
import { currentLocale } from '../locale.ts';
import { currentUser } from '../session.ts';
import { storage } from '../storage.ts';

const welcomeDelayMs = 1000;

type Messages = LoadedConfiguration['message_biexplorer'];

const messageKeys: Record<Locale, keyof Messages> = {
  'pt-BR': 'message_ptbr',
  'en-US': 'message_en',
  'pt-PT': 'message_ptpt',
  es: 'message_es',
};

/** What has not been shown yet to this person, in their language: each version of a message is shown once. */
export function welcomeText(
  messages: Messages,
  locale: Locale,
  seen: string | null,
  person: string,
): { text: string; mark: string } | null {
  const text = messages[messageKeys[locale]]?.trim();
  if (!text) return null;
  const mark = `${person} ${text}`;
  return mark === seen ? null : { text, mark };
}

/** The first screen after a sign-in: one second later the welcome message of the configuration is shown, then the survey. */
export function useFirstLanding(): { first: boolean; welcome: string | null; survey: boolean; dismiss: () => void } {
  const config = useConfig();
  const [first] = useState(() => storage.read('bi:after_login') === true);
  const [welcome, setWelcome] = useState<string | null>(null);
  const [survey, setSurvey] = useState(false);
  const messages = config?.message_biexplorer;
  const asks = config?.show_questionario_perfil ?? false;
  useEffect(() => {
    if (!first || !messages) return undefined;
    const timer = setTimeout(() => {
      if (!storage.take('bi:after_login')) return;
      setSurvey(asks);
      const due = welcomeText(messages, currentLocale(), storage.read('bi:welcome'), currentUser()?.id ?? '');
      if (!due) return;
      storage.write('bi:welcome', due.mark);
      setWelcome(due.text);
    }, welcomeDelayMs);
    return () => clearTimeout(timer);
  }, [first, messages, asks]);
  // One after the other: the survey waits for the welcome to be read.
  return { first, welcome, survey: survey && welcome === null, dismiss: () => (welcome === null ? setSurvey(false) : setWelcome(null)) };
}
