import { Button, TextInput } from '@mantine/core';
import { brandOf, leadingColour } from '@vitrine/contract/brandFrom.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { pixelsOf } from './pixelsOf.ts';
import { isColour } from './themeValues.ts';
import { useFindings } from './useFindings.ts';
import css from './themes.module.css';

type Props = {
  /** What the preview shows until it is taken or given up; null: nothing is proposed. */
  proposed: ThemeColours | null;
  onPropose: (colours: ThemeColours | null) => void;
  onTake: (colours: ThemeColours) => void;
  /** Address of the theme's own logo. */
  logo: string | null;
};

/** What is to be said of a proposal, before anybody takes it. */
function Verdict({ proposed }: { proposed: ThemeColours }) {
  const { t } = useTranslation('themes');
  const { findings } = useFindings({ own: ['colours'], colours: proposed, colours_dark: {} });
  if (!findings) return <p className={css.dim}>{t('findings_wait')}</p>;
  return findings.length === 0 ? (
    <StatusCell kind="success">{t('findings_none')}</StatusCell>
  ) : (
    <StatusCell kind="warning">{t('proposal_findings', { count: findings.length })}</StatusCell>
  );
}

/** Twelve colours from one, typed or taken from a picture: shown in the preview first, taken with one click. */
export function BrandProposal({ proposed, onPropose, onTake, logo }: Props) {
  const { t } = useTranslation('themes');
  const [colour, setColour] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const propose = (lead: string) => {
    setColour(lead);
    onPropose(isColour(lead) ? brandOf(lead.trim().toLowerCase()) : null);
  };
  const readPicture = async (address: string) => {
    try {
      const lead = leadingColour(await pixelsOf(address));
      if (lead) propose(lead);
      else toast.warning(t('proposal_white'));
    } catch {
      toast.warning(t('proposal_unreadable'));
    }
  };
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    const address = URL.createObjectURL(chosen);
    await readPicture(address);
    URL.revokeObjectURL(address);
  };
  const end = () => {
    setColour('');
    onPropose(null);
  };
  return (
    <div className={css.proposal} role="group" aria-label={t('proposal')}>
      <p className={css.dim}>{t('proposal_text')}</p>
      <div className={css.sources}>
        <div className={css.colour}>
          <input
            type="color"
            className={css.picker}
            aria-label={t('pick', { colour: t('proposal_colour') })}
            value={isColour(colour) ? colour.trim().toLowerCase() : '#2f5bd3'}
            onChange={(event) => propose(event.currentTarget.value)}
          />
          <TextInput
            label={t('proposal_colour')}
            placeholder="#2f5bd3"
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            value={colour}
            onChange={(event) => propose(event.currentTarget.value)}
          />
        </div>
        <Button variant="default" disabled={logo === null} onClick={() => logo && void readPicture(logo)}>
          {t('proposal_logo')}
        </Button>
        <Button variant="default" onClick={() => file.current?.click()}>
          {t('proposal_picture')}
        </Button>
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => {
            void readFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {proposed ? (
        <div className={css.proposed} role="status">
          <span className={css.swatches} aria-hidden="true">
            {Object.entries(proposed).map(([field, value]) => (
              <span key={field} style={{ background: value }} />
            ))}
          </span>
          <Verdict proposed={proposed} />
          <span className={css.uses}>
            <Button
              onClick={() => {
                onTake(proposed);
                end();
              }}
            >
              {t('proposal_take')}
            </Button>
            <Button variant="default" onClick={end}>
              {t('proposal_leave')}
            </Button>
          </span>
        </div>
      ) : null}
    </div>
  );
}
