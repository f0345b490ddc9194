import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { AccessReason } from '@vitrine/contract/access/reportAccess.ts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import texts from './texts.module.css';

type Word = AccessReason['word'];
type Kind = 'yes' | 'no' | 'warning' | 'info';

const icons = { yes: IconCheck, no: IconX, warning: IconAlertTriangle, info: IconInfoCircle } as const;

const kinds: Partial<Record<Word, Kind>> = {
  report_active: 'yes',
  manager: 'yes',
  grant_opens: 'yes',
  rule_none: 'yes',
  rule_from: 'yes',
  edit_allowed: 'yes',
  report_inactive: 'no',
  person_inactive: 'no',
  removed: 'no',
  no_grant: 'no',
  rule_missing: 'no',
  grant_ended: 'warning',
  member_ended: 'warning',
  rule_adds_up: 'warning',
  rule_ignored: 'warning',
  variable_missing: 'warning',
};

function Reason({ reason }: { reason: AccessReason }) {
  const { t } = useTranslation('reportAccess');
  const { word, grant, date, variable } = reason;
  const kind = kinds[word] ?? 'info';
  const Icon = icons[kind];
  const values = { name: grant?.name ?? '', date: date ? formatDate(date) : '', variable: variable ?? '' };
  const sentence = () => {
    switch (word) {
      case 'grant_opens':
      case 'grant_ended':
      case 'rule_from':
      case 'rule_overridden':
      case 'grant_silent':
        return t(`reason_${word}_${grant?.to ?? 'unit'}`, values);
      default:
        return t(`reason_${word}`, values);
    }
  };
  return (
    <li data-kind={kind}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>
        {sentence()}
        {word === 'grant_opens' && date ? ` ${t('until', values)}` : ''}
      </span>
    </li>
  );
}

/** What was looked at, in its order. */
export function ReasonList({ reasons }: { reasons: readonly AccessReason[] }) {
  return (
    <ol className={texts.reasons}>
      {reasons.map((reason) => (
        <Reason key={JSON.stringify(reason)} reason={reason} />
      ))}
    </ol>
  );
}
