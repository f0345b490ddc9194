import type { Report } from '@vitrine/contract/reports/reports.ts';
import { dataRules, orientations, resolutions } from '#endpoints/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import type { Field } from '#ui/form/types.ts';
import { isOfService } from './reportKind.tsx';

export type Section = { title: string; fields: Field[] };

/** What can be set on a report besides its place, by sections. */
export function useSettingsSections(report: Report): Section[] {
  const { t } = useTranslation('reports');
  const catalogue: Section = {
    title: t('section_catalogue'),
    fields: [
      { kind: 'switch', name: 'show_in_catalogue', label: t('show_in_catalogue'), description: t('show_in_catalogue_hint') },
      { kind: 'textarea', name: 'catalogue_description', label: t('catalogue_description') },
    ],
  };
  const inApp: Field = { kind: 'switch', name: 'show_in_app', label: t('show_in_app') };
  const on = (name: 'allow_edit' | 'side_filter' | 'show_visual_headers' | 'mobile_background'): Field => ({
    kind: 'switch',
    name,
    label: t(name),
  });
  const explained = (name: 'allow_export' | 'show_hidden_pages' | 'show_navigation_panel'): Field => ({
    kind: 'switch',
    name,
    label: t(name),
    description: t(`${name}_hint`),
  });
  const rule: Field = {
    kind: 'choice',
    name: 'data_rule',
    label: t('data_rule'),
    description: `${t(report.identity_required ? 'data_rule_demanded' : 'data_rule_without_rls')} ${t('data_rule_hint')}`,
    // A paginated report takes no filters from outside.
    options: dataRules
      .filter((value) => report.kind !== 'paginated' || value !== 'filter')
      .map((value) => ({ value, label: t(`data_rule_${value}`) })),
  };
  const ignored: Field = {
    kind: 'switch',
    name: 'ignore_rls',
    label: t('ignore_rls'),
    description: t(report.identity_required ? 'ignore_rls_hint' : 'ignore_filter_hint'),
  };
  // What the service does not show has no model, no panes and no layouts.
  if (!isOfService(report)) return [catalogue, { title: t('section_phone'), fields: [inApp] }];
  return [
    { title: t('section_data'), fields: [rule, ignored] },
    { title: t('section_rights'), fields: [on('allow_edit'), explained('allow_export')] },
    {
      title: t('section_look'),
      fields: [
        {
          kind: 'select',
          name: 'resolution',
          label: t('resolution'),
          options: resolutions.map((value) => ({ value, label: t(`resolution_${value}`) })),
        },
        explained('show_navigation_panel'),
        on('side_filter'),
        explained('show_hidden_pages'),
        on('show_visual_headers'),
      ],
    },
    {
      title: t('section_phone'),
      fields: [
        {
          kind: 'select',
          name: 'orientation',
          label: t('orientation'),
          options: orientations.map((value) => ({ value, label: t(`orientation_${value}`) })),
        },
        inApp,
        on('mobile_background'),
      ],
    },
    catalogue,
  ];
}
