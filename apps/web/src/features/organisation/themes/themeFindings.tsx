import { Button } from '@mantine/core';
import type { BrandFinding } from '@vitrine/contract/brandLint.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { StatusCell } from '#ui/cells.tsx';
import css from './themes.module.css';

type Proposal = BrandFinding['proposals'][number];
type Use = (scheme: BrandFinding['scheme'], proposal: Proposal) => void;

const keyOf = ({ scheme, kind, front, back }: BrandFinding) => `${scheme} ${kind} ${front} ${back}`;

function Finding({ finding, onUse }: { finding: BrandFinding; onUse: Use }) {
  const { t } = useTranslation('themes');
  const { level, kind, scheme, front, back, ratio, vision, state, proposals } = finding;
  const words = { front: t(`colour_${front}`), back: t(`colour_${back}`), ratio: formatNumber(ratio ?? 0, { maximumFractionDigits: 1 }) };
  // Others than the usual eyes need less of a text, and what is told of them is that they have less still.
  const sentence = kind === 'text' && vision !== 'usual' ? 'finding_text_some' : (`finding_${kind}` as const);
  const details = [
    ...(vision === 'usual' ? [] : [t(`finding_vision_${vision}`)]),
    ...(state === 'hover' ? [t('finding_hover')] : []),
    ...(scheme === 'dark' ? [t('finding_dark')] : []),
  ];
  return (
    <li className={css.finding}>
      <StatusCell kind={level === 'refused' ? 'error' : 'warning'}>{t(level)}</StatusCell>
      <p>{[t(sentence, words), ...details].join(' ')}</p>
      <span className={css.uses}>
        {proposals.map((proposal) => (
          <Button
            key={proposal.field}
            variant="default"
            size="compact-sm"
            leftSection={<span className={css.sample} style={{ background: proposal.colour }} />}
            onClick={() => onUse(scheme, proposal)}
          >
            {t('use_colour', { field: t(`colour_${proposal.field}`), colour: proposal.colour })}
          </Button>
        ))}
      </span>
    </li>
  );
}

/** What cannot be read well in these colours, and which colour can. */
export function ThemeFindings({ findings, onUse }: { findings: BrandFinding[]; onUse: Use }) {
  const { t } = useTranslation('themes');
  if (findings.length === 0) return <p className={css.dim}>{t('findings_none')}</p>;
  return (
    <ul className={css.findings} aria-label={t('findings')}>
      {findings.map((finding) => (
        <Finding key={keyOf(finding)} finding={finding} onUse={onUse} />
      ))}
    </ul>
  );
}
