import { ActionIcon } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import { useUnitToday } from '#platform/unitToday.ts';
import { isoOf } from '#ui/form/dates/typed.ts';
import { formatDate } from '#platform/formats.ts';
import texts from '#ui/access/texts.module.css';
import css from './grants.module.css';
import { AssigneeIcon } from '#ui/access/assigneeIcon.tsx';
import { useVariables } from '#ui/access/variableText.ts';

/** A short text of the assignment's data rule. */
function Chips({ report, grant }: { report: Report; grant: Grant }) {
  const { t } = useTranslation('reportAccess');
  const { textOf } = useVariables(report.data_rule !== 'none');
  const today = isoOf(useUnitToday());
  const chips: { key: string; text: string; warning?: boolean }[] = [];
  if (report.data_rule === 'filter') {
    chips.push(
      ...grant.filters.map(({ table, column, values }) => ({
        key: `${table}.${column}`,
        text: `${column}: ${values.map(textOf).join(', ')}`,
      })),
    );
  }
  if (report.data_rule === 'rls') {
    chips.push(...grant.rls_roles.map((role) => ({ key: role, text: role })));
    if (grant.rls_username) chips.push({ key: '@', text: t('as_username', { username: textOf(grant.rls_username) }) });
  }
  const lacksRule =
    (report.data_rule === 'filter' && grant.filters.length === 0) ||
    (report.data_rule === 'rls' && report.roles_required && grant.rls_roles.length === 0);
  if (lacksRule) chips.push({ key: '!', text: t('without_rule'), warning: true });
  if (report.allow_edit && grant.permission_edit) chips.push({ key: 'e', text: t('may_edit') });
  if (grant.ends_on) {
    const ended = grant.ends_on < today;
    chips.push({ key: '#', text: t(ended ? 'ended' : 'until', { date: formatDate(grant.ends_on) }), warning: ended });
  }
  if (chips.length === 0) return null;
  return (
    <span className={css.chips}>
      {chips.map(({ key, text, warning }) => (
        <span key={key} className={texts.chip} data-warning={warning || undefined}>
          {text}
        </span>
      ))}
    </span>
  );
}

type Props = { report: Report; grant: Grant; onEdit: () => void; onRemove: () => void };

export function GrantRow({ report, grant, onEdit, onRemove }: Props) {
  const { t } = useTranslation('reportAccess');
  const name = grant.to === 'unit' ? t('unit') : grant.to_name;
  const detail = grant.to === 'unit' ? t('unit_text') : (grant.to_email ?? t(grant.to));
  return (
    <div className={css.grant}>
      <AssigneeIcon to={grant.to} />
      <span className={css.who}>
        <span className={texts.name}>{name}</span>
        <span className={texts.detail}>{detail}</span>
        <Chips report={report} grant={grant} />
      </span>
      <ActionIcon variant="subtle" aria-label={t('edit', { name })} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('remove', { name })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
