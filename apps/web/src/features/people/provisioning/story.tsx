import { Button, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ScimLine } from '@vitrine/contract/people/provisioning.ts';
import { outcomes } from '@vitrine/contract/people/provisioning.ts';
import { log } from '#endpoints/people/provisioning.ts';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { StatusCell } from '#ui/cells.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import css from './provisioning.module.css';
import { watched } from './watched.ts';

const steps = 20;
const most = 100;

const kindOf = (outcome: ScimLine['outcome']) =>
  outcome === 'refused'
    ? 'error'
    : outcome === 'unchanged'
      ? 'neutral'
      : outcome === 'disabled' || outcome === 'removed'
        ? 'warning'
        : 'success';

/** Names of people, and how many more they are. */
function useNames() {
  const { t } = useTranslation('provisioning');
  return (names: readonly string[], count: number) => {
    const list = names.join(', ');
    return count > names.length ? t('and_more', { names: list, count: count - names.length }) : list;
  };
}

/** What the directory calls by names of the protocol, in words; what it calls otherwise keeps its name. */
const fieldWords = {
  userName: 'field_user_name',
  externalId: 'field_external_id',
  active: 'field_active',
  displayName: 'field_display_name',
  'name.formatted': 'field_formatted_name',
  'name.givenName': 'field_given_name',
  'name.familyName': 'field_family_name',
  emails: 'field_emails',
  phoneNumbers: 'field_phone_numbers',
  title: 'field_title',
  department: 'field_department',
  preferredLanguage: 'field_language',
  'manager.value': 'field_manager',
  employeeNumber: 'field_employee_number',
} as const;
const isWord = (field: string): field is keyof typeof fieldWords => Object.hasOwn(fieldWords, field);

function Changes({ line: { changes, added, added_count, removed, removed_count } }: { line: ScimLine }) {
  const { t } = useTranslation('provisioning');
  const namesOf = useNames();
  const valueOf = (value: string | null) =>
    value === null || value === '' ? t('nothing') : value === 'true' ? t('yes') : value === 'false' ? t('no') : value;
  return (
    <>
      {changes.length > 0 ? (
        <ul className={css.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              {isWord(field) ? <span title={field}>{t(fieldWords[field])}:</span> : <code>{field}:</code>}{' '}
              {before === null ? null : (
                <>
                  <del>{valueOf(before)}</del> →{' '}
                </>
              )}
              <ins>{valueOf(after)}</ins>
            </li>
          ))}
        </ul>
      ) : null}
      {added_count > 0 ? <p className={css.hint}>{t('joined', { names: namesOf(added, added_count) })}</p> : null}
      {removed_count > 0 ? <p className={css.hint}>{t('left', { names: namesOf(removed, removed_count) })}</p> : null}
    </>
  );
}

/** One thing that the directory asked: who it was about, what came of it, and why it did not. */
function StoryLine({ line }: { line: ScimLine }) {
  const { t } = useTranslation('provisioning');
  const { kind, name, user_name, asked, outcome, rehearsal, reason, detail, object_id, token_name, at } = line;
  const path = kind === 'user' ? '/user' : '/group_users';
  return (
    <li className={css.story}>
      <div className={css.item}>
        <div className={css.words}>
          <strong>{object_id ? <Link to={objectPath(path, object_id)}>{name || user_name}</Link> : name || user_name}</strong>
          {user_name !== '' && user_name !== name ? <span>{user_name}</span> : null}
        </div>
        <div className={css.side}>
          {rehearsal ? <StatusCell kind="warning">{t('state_rehearsal')}</StatusCell> : null}
          <StatusCell kind={kindOf(outcome)}>{t(`outcome_${outcome}`)}</StatusCell>
        </div>
      </div>
      <p>
        {t(`asked_${kind}_${asked}`)} {rehearsal ? t(`would_be_${outcome}`) : t(`did_${kind}_${outcome}`)}
      </p>
      {reason ? <p className={css.reason}>{t(`reason_${reason}`)}</p> : null}
      {detail ? <p className={css.hint}>{t('answered', { detail })}</p> : null}
      <Changes line={line} />
      <p className={css.hint}>{t('by_token', { token: token_name, at: formatDateTime(at) })}</p>
    </li>
  );
}

type Narrowed = { outcome?: ScimLine['outcome']; kind?: ScimLine['kind']; rehearsal?: 'yes' | 'no' };

function Filters({ narrowed, onChange }: { narrowed: Narrowed; onChange: (narrowed: Narrowed) => void }) {
  const { t } = useTranslation('provisioning');
  const select = (key: keyof Narrowed, label: string, options: readonly { value: string; label: string }[]) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={narrowed[key] ?? null}
      clearable
      onChange={(value) => {
        const { [key]: _, ...others } = narrowed;
        onChange(value === null ? others : { ...others, [key]: value });
      }}
    />
  );
  return (
    <>
      {select(
        'outcome',
        t('filter_outcome'),
        outcomes.map((value) => ({ value, label: t(`outcome_${value}`) })),
      )}
      {select(
        'kind',
        t('filter_kind'),
        (['user', 'group'] as const).map((value) => ({ value, label: t(`kind_${value}`) })),
      )}
      {select(
        'rehearsal',
        t('filter_rehearsal'),
        (['yes', 'no'] as const).map((value) => ({ value, label: t(`rehearsal_${value}`) })),
      )}
    </>
  );
}

/** What happened, the latest first: read like a story, searched by person. */
export function Story() {
  const { t } = useTranslation('provisioning');
  const [words, setWords] = useState('');
  const [narrowed, setNarrowed] = useState<Narrowed>({});
  const [shown, setShown] = useState(steps);
  const q = useDeferredValue(words).trim().slice(0, 120);
  const { data, error, refetch } = useEndpoint(log, { query: { ...narrowed, q, per_page: shown } }, watched);
  const isMore = data !== undefined && data.meta.total > data.data.length && shown < most;
  return (
    <section className={css.card} data-surface="card" aria-label={t('log')}>
      <h2 className={css.title}>{t('log')}</h2>
      <p className={css.hint}>{t('log_hint')}</p>
      <div className={css.filters}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Filters narrowed={narrowed} onChange={setNarrowed} />
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <EmptyState title={t('log_empty_title')} text={t('log_empty_text')} /> : null}
      <ul className={css.list}>
        {data?.data.map((line) => (
          <StoryLine key={line.id} line={line} />
        ))}
      </ul>
      {isMore ? (
        <Button variant="default" onClick={() => setShown((count) => Math.min(most, count + steps * 2))}>
          {t('more')}
        </Button>
      ) : null}
    </section>
  );
}
