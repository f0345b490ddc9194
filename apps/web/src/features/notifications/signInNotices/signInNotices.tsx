import type { Locale } from '@vitrine/contract/fields.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import type { SignInNotice } from '@vitrine/contract/notifications/signInNotices.ts';
import { add, domains, get, list, remove, update } from '@vitrine/contract/notifications/signInNotices.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { StatusCell } from '#ui/cells.tsx';
import type { Field } from '#ui/form/types.ts';
import type { Column } from '#ui/grid/types.ts';
import { ResourcePage } from '#ui/resource/resourcePage.tsx';
import type { Resource } from '#ui/resource/types.ts';

const kinds = { planned: 'neutral', shown: 'success', over: 'neutral' } as const;

const withoutText = ({ texts }: SignInNotice): Locale[] => locales.filter((locale) => !texts[locale]);

/** Enough to know it by, and to be typed when it is deleted. */
const firstWords = (text: string): string => text.split(/\s+/).slice(0, 3).join(' ');

function useColumns(): Column<SignInNotice>[] {
  const { t, i18n } = useTranslation('signInNotices');
  return [
    { key: 'text', header: t('text'), cell: ({ texts }) => texts[i18n.language as Locale] ?? texts['pt-BR'] },
    { key: 'state', header: t('state'), cell: ({ state }) => <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell> },
    { key: 'host', header: t('domain'), cell: ({ host }) => host ?? t('every_domain') },
    { key: 'starts_at', header: t('from'), sort: 'starts_at', cell: ({ starts_at }) => formatDateTime(starts_at) },
    { key: 'ends_at', header: t('until'), sort: 'ends_at', cell: ({ ends_at }) => formatDateTime(ends_at) },
    {
      key: 'missing',
      header: t('missing'),
      cell: (notice) =>
        withoutText(notice)
          .map((locale) => languageNames[locale])
          .join(', '),
    },
  ];
}

function useFields(): Field[] {
  const { t } = useTranslation('signInNotices');
  const { data } = useEndpoint(domains, {});
  const options = (data?.data ?? []).map(({ id, host }) => ({ value: id, label: host }));
  return [
    ...locales.map((locale): Field => {
      const first = locale === 'pt-BR';
      return {
        kind: 'textarea',
        name: `texts.${locale}`,
        label: `${t('text')} · ${languageNames[locale]}`,
        required: first,
        description: t(first ? 'text_hint' : 'other_languages'),
      };
    }),
    { kind: 'datetime', name: 'starts', label: t('starts'), required: true },
    { kind: 'datetime', name: 'ends', label: t('ends'), required: true },
    { kind: 'text', name: 'link', label: t('link'), description: t('link_hint') },
    ...(options.length > 0
      ? [{ kind: 'select', name: 'domain_id', label: t('domain'), description: t('domain_hint'), clearable: true, options } as const]
      : []),
  ];
}

const noTexts = Object.fromEntries(locales.map((locale) => [locale, '']));
const valuesOf = (row: SignInNotice | null) => ({
  texts: { ...noTexts, ...row?.texts },
  starts: row?.starts ?? '',
  ends: row?.ends ?? '',
  link: row?.link ?? '',
  domain_id: row?.domain_id ?? null,
});

/** `/notifications/sign_in`: what stands over the form of the own sign-in pages. */
export function SignInNotices() {
  const { t } = useTranslation('signInNotices');
  const fields = useFields();
  const resource: Resource<SignInNotice> = {
    name: 'page_sign_in_notice',
    title: t('title'),
    description: t('description'),
    list,
    get,
    columns: useColumns(),
    form: {
      addLabel: t('add'),
      editLabel: t('edit'),
      fields: () => fields,
      values: valuesOf,
      toBody: ({ link, domain_id, ...values }) => ({ ...values, link: link === '' ? null : link, domain_id: domain_id || null }),
      done: (row) => t(row ? 'saved' : 'added'),
      add,
      update,
    },
    remove: {
      endpoint: remove,
      nameOf: ({ texts }) => firstWords(texts['pt-BR'] ?? ''),
      done: () => t('removed'),
      losses: () => ({ goes: t('remove_goes') }),
    },
    empty: { title: t('empty_title'), text: t('empty_text') },
  };
  return <ResourcePage resource={resource} />;
}
