import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screens } from '@vitrine/contract/screens.ts';
import { verdictOn } from '#platform/access.ts';
import { plain } from '#platform/formats.ts';
import { useRole } from '#platform/session.ts';
import { storage } from '#platform/storage.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useScreenTitle } from '../screenTitle.ts';
import { WhomToAsk } from '../whomToAsk.tsx';
import { useViewer } from '../viewer.ts';
import css from './help.module.css';
import type { OpenHelp } from './helpState.ts';
import type { HelpTopic } from './helpTopics.ts';
import { faqScreenAt, helpTopics, topicAt } from './helpTopics.ts';
import { ScreenQuestions } from './screenQuestions.tsx';
import { useTourSteps } from './tourSteps.ts';

function Topic({ title, text }: HelpTopic) {
  return (
    <details className={css.topic}>
      <summary>{title}</summary>
      <p>{text}</p>
    </details>
  );
}

const asked = { user: 'whom', admin: 'whom_admin', partner: 'whom_partner', operator: null } as const;

function MoreHelp({ onTour, onShortcuts, onClose }: { onTour: () => void; onShortcuts: () => void; onClose: () => void }) {
  const { t } = useTranslation(['help', 'shell']);
  const navigate = useNavigate();
  const role = useRole();
  const viewer = useViewer();
  const steps = useTourSteps();
  const left = storage.read('bi:view')?.tour_step ?? 0;
  const ask = role ? asked[role] : null;
  const toFaq = () => {
    onClose();
    void navigate({ to: '/faq' });
  };
  return (
    <section className={css.more} aria-label={t('more')}>
      <Button variant="default" onClick={onTour}>
        {left > 0 && left < steps.length ? t('tour_continue', { step: left + 1, count: steps.length }) : t('tour')}
      </Button>
      {verdictOn('faq', viewer) === 'open' ? (
        <Button variant="default" onClick={toFaq}>
          {t('shell:screen_faq')}
        </Button>
      ) : null}
      <Button variant="default" onClick={onShortcuts}>
        {t('shell:shortcuts')}
      </Button>
      {ask ? <p>{t(ask)}</p> : null}
      <WhomToAsk />
    </section>
  );
}

/** Help beside the screen: what is done here, other topics, and where to find more. */
export function HelpPanel({
  topic,
  onClose,
  onTour,
  onShortcuts,
}: Pick<Extract<OpenHelp, { kind: 'panel' }>, 'topic'> & { onClose: () => void; onTour: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation('help');
  const { t: say } = useTranslation(['shell', 'help']);
  const { pathname } = useLocation();
  const viewer = useViewer();
  const topics = helpTopics(viewer, useScreenTitle(), say);
  // The operator writes questions, and reads none of a unit's.
  const asked =
    viewer.role === 'operator' || verdictOn('faq', viewer) !== 'open' ? null : faqScreenAt(topic ? screens[topic].path : pathname);
  const [words, setWords] = useState('');
  const first = topics.find(({ name }) => name === (topic ?? topicAt(pathname)));
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const found =
    wanted.length === 0 ? [] : topics.filter(({ title, text }) => wanted.every((word) => plain(`${title} ${text}`).includes(word)));
  return (
    <SidePanel title={t('title')} size={420} onClose={onClose}>
      <TextInput type="search" label={t('search')} value={words} onChange={(event) => setWords(event.currentTarget.value)} data-autofocus />
      <div className={css.found} aria-live="polite">
        {wanted.length > 0 ? (
          <>
            {found.map((each) => (
              <section key={each.name}>
                <h3>{each.title}</h3>
                <p>{each.text}</p>
              </section>
            ))}
            {found.length === 0 ? <p>{t('none')}</p> : null}
          </>
        ) : (
          <>
            {first ? (
              <section>
                {topic ? null : <span className={css.hint}>{t('here')}</span>}
                <h3>{first.title}</h3>
                <p>{first.text}</p>
              </section>
            ) : null}
            {asked ? <ScreenQuestions screen={asked} /> : null}
            <h3 className={css.others}>{t('others')}</h3>
            {topics
              .filter((each) => each !== first)
              .map((each) => (
                <Topic key={each.name} {...each} />
              ))}
          </>
        )}
      </div>
      <MoreHelp onTour={onTour} onShortcuts={onShortcuts} onClose={onClose} />
    </SidePanel>
  );
}
