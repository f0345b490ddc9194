import { Button } from '@mantine/core';
import { IconListDetails, IconShieldCheck } from '@tabler/icons-react';
import { permission } from '@vitrine/contract/capabilities.ts';
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import { exportList, list as listEndpoint } from '#endpoints/audit/audit.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { momentText } from '#platform/unitClock.ts';
import { useViewer } from '#shell/viewer.ts';
import { DataGrid } from '#ui/grid/dataGrid.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { LevelTabs, useUnitOrPartner } from '#shell/levelTabs.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { useAuditWords } from '#ui/history/auditWords.ts';

const EntryPanel = onDemand(async () => (await import('./entryPanel.tsx')).EntryPanel);
const ProofPanel = onDemand(async () => (await import('../auditProof/proofPanel.tsx')).ProofPanel, { namespaces: ['auditProof'] });

const periods = ['1', '7', '30', '90'] as const;
/** Ways in, as sign-ins name them. */
const ways = ['password', 'passkey', 'azure', 'saml'] as const;
const kinds = ['sign_in', 'change', 'acting'] as const;

/** Actions offered as filters; others are found by the search. */
const auditedObjects = [
  'membership',
  'person',
  'user_group',
  'user_import',
  'report',
  'report_grant',
  'report_group',
  'reporting_account',
  'term',
  'shift',
  'custom_field',
  'playlist',
  'tenant_setting',
  'session',
];

function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation('audit');
  const { actionOf, objectOf } = useAuditWords();
  const timezone = useConfig()?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    { key: 'at', header: t('at'), width: 150, cell: ({ at }) => momentText(at, timezone) },
    {
      key: 'actor',
      header: t('actor'),
      cell: ({ actor, person }) => {
        const name = actor?.name ?? t('nobody');
        return person ? t('acting_for', { name, person: person.name }) : name;
      },
    },
    { key: 'action', header: t('action'), cell: (row) => actionOf(row) },
    { key: 'object_type', header: t('object'), cell: (row) => objectOf(row) },
    { key: 'object_name', header: t('object_name'), cell: ({ object_name }) => object_name ?? '' },
    { key: 'ip', header: t('ip'), cell: ({ ip }) => ip ?? '' },
    { key: 'person', header: t('person'), hidden: true, cell: ({ person }) => person?.name ?? '' },
    { key: 'object_id', header: t('object_id'), hidden: true, cell: ({ object_id }) => object_id ?? '' },
  ];
}

/** Actions offered at the level of a partner and of the platform. */
const auditedAbove = [
  'tenant',
  'domain',
  'partner',
  'partner_setting',
  'reporting_account',
  'shared_term',
  'shared_faq',
  'staff',
  'session',
];

/** `/audit`: what happened, line by line, each with its before and after; above a partner's units with `?level=partner`. */
export function Audit() {
  const { t } = useTranslation('audit');
  const { role } = useViewer();
  const level = useUnitOrPartner();
  const [proving, setProving] = useState(false);
  const hasProof = level === 'unit' && permission({ role }, 'unit_settings', 'read') !== null;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        {hasProof ? (
          <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={() => setProving(true)}>
            {t('proof')}
          </Button>
        ) : null}
      </PageHeader>
      <Suspense fallback={null}>{proving ? <ProofPanel onClose={() => setProving(false)} /> : null}</Suspense>
      <LevelTabs label={t('title')} partner={t('level_partner')} />
      <AuditList key={level} level={level} objects={role === 'operator' || level === 'partner' ? auditedAbove : auditedObjects} />
    </>
  );
}

function AuditList({ level, objects: types }: { level: 'unit' | 'partner'; objects: readonly string[] }) {
  const { t } = useTranslation('audit');
  const list = useList<AuditEntry>(listEndpoint, { name: 'page_audit', filters: ['days', 'kind', 'way', 'object_type'], fixed: { level } });
  const { objectOf } = useAuditWords();
  const objects = types
    .map((object_type) => ({ value: object_type, label: objectOf({ object_type }) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <>
      <DataGrid
        label={t('title')}
        list={list}
        columns={useAuditColumns()}
        filters={[
          { key: 'days', label: t('period'), options: periods.map((days) => ({ value: days, label: t(`days_${days}`) })) },
          { key: 'kind', label: t('kind'), options: kinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) })) },
          { key: 'way', label: t('way'), options: ways.map((way) => ({ value: way, label: t(`way_${way}`) })) },
          { key: 'object_type', label: t('object'), options: objects },
        ]}
        actions={[{ key: 'details', label: t('details'), icon: <IconListDetails size={16} />, run: setOpened }]}
        onOpen={setOpened}
        exporting={{ endpoint: exportList, fixed: { level } }}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
      />
      <Suspense fallback={null}>{opened ? <EntryPanel entry={opened} onClose={() => setOpened(null)} /> : null}</Suspense>
    </>
  );
}
