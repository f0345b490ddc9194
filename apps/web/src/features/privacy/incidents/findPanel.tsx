import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Radio, Select, Stack, TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { candidates } from '#endpoints/notifications/broadcasts.ts';
import { addFound, find, searchKinds } from '#endpoints/privacy/incidents.ts';
import type { Answer, Request } from '@vitrine/contract/endpoint.ts';
import type { FormEvent } from 'react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { DateTimeField } from '#ui/form/dates/dateTimeField.tsx';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from './incidents.module.css';

type Kind = (typeof searchKinds)[number];
type Asked = Request<typeof find>['query'];
type Found = { asked: Asked; answer: Answer<typeof find> };
type Values = { kind: Kind; named: string | null; from: string; until: string; address: string };

const emptyOf = (kind: Kind): Values => ({ kind, named: null, from: '', until: '', address: '' });

/** What a search asks the server, without what its kind does not know. */
function askedOf({ kind, named, from, until, address }: Values): Asked {
  const period = { ...(from === '' ? {} : { from }), ...(until === '' ? {} : { until }) };
  if (kind === 'group') return { kind, ...(named ? { user_group_id: named } : {}) };
  if (kind === 'sign_ins') return { kind, address, ...period };
  return { kind, ...(named ? { report_id: named } : {}), ...period };
}

/** A report or a group by its name. */
function NamedSelect({
  kind,
  label,
  value,
  error,
  onChange,
}: {
  kind: 'report' | 'group';
  label: string;
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}) {
  const { t } = useTranslation(['incidents', 'ui']);
  const [words, setWords] = useState('');
  const { data } = useEndpoint(candidates, { query: { kind, q: useDeferredValue(words).trim().slice(0, 120) } });
  return (
    <Select
      label={label}
      withAsterisk
      placeholder={t('ui:search')}
      data={(data?.data ?? []).map(({ id, name, detail }) => ({ value: id, label: detail ? `${name} · ${detail}` : name }))}
      // The server has searched already, without accents.
      filter={({ options }) => options}
      value={value}
      error={error}
      onChange={onChange}
      onSearchChange={setWords}
      searchable
      nothingFoundMessage={t('ui:no_records')}
    />
  );
}

function Matches({ answer: { data, total, already } }: Pick<Found, 'answer'>) {
  const { t } = useTranslation('incidents');
  return (
    <div className={css.search}>
      <p className={css.found} role="status">
        {t('found', { count: total })} {total > 0 ? t('already', { count: already }) : ''}
      </p>
      {total > data.length ? <p className={panel.note}>{t('first_of', { shown: data.length })}</p> : null}
      {data.length > 0 ? (
        <ul className={panel.rows}>
          {data.map(({ id, name, email, times, last_at }) => (
            <li key={id}>
              <IconUser size={16} aria-hidden="true" />
              <span className={panel.what}>
                {name}
                <span className={panel.detail}>
                  {[email, times === null ? '' : t('times', { count: times }), last_at ? t('last', { when: formatDateTime(last_at) }) : '']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type Props = { id: string; onAdded: () => void; onClose: () => void };

/** Asks the logs who is concerned, shows whom they name, and puts all of them into the list. */
export function FindPanel({ id, onAdded, onClose }: Props) {
  const { t } = useTranslation('incidents');
  const [values, setValues] = useState(() => emptyOf('views'));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const { kind, named } = values;
  const change = (next: Partial<Values>) => {
    setValues({ ...values, ...next });
    setErrors({});
    setFound(null);
  };
  const doing = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (refusal) {
      const { fields } = failureOf(refusal);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else toast.failure(refusal);
    } finally {
      setBusy(false);
    }
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    const asked = askedOf(values);
    void doing(async () => setFound({ asked, answer: await call(find, { params: { id }, query: asked }) }));
  };
  const take = ({ asked }: Found) =>
    void doing(async () => {
      const { added } = await call(addFound, { params: { id }, body: asked });
      toast.success(t('added_people', { count: added }));
      onAdded();
      onClose();
    });
  return (
    <SidePanel title={t('find')} size={560} onClose={onClose}>
      <form className={css.search} noValidate onSubmit={search}>
        <p className={panel.note}>{t('find_text')}</p>
        <Radio.Group
          label={t('find_kind')}
          value={kind}
          onChange={(next) => {
            const chosen = searchKinds.find((one) => one === next);
            if (chosen) change({ ...emptyOf(chosen), from: values.from, until: values.until });
          }}
        >
          <Stack gap={8} mt={8}>
            {searchKinds.map((value) => (
              <Radio key={value} value={value} label={t(`kind_${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {kind === 'sign_ins' ? null : (
          <NamedSelect
            key={kind}
            kind={kind === 'group' ? 'group' : 'report'}
            label={t(kind === 'group' ? 'group' : 'report')}
            value={named}
            error={errors[kind === 'group' ? 'user_group_id' : 'report_id']}
            onChange={(next) => change({ named: next })}
          />
        )}
        {kind === 'group' ? null : (
          <>
            <DateTimeField
              label={t('from')}
              value={values.from}
              error={errors['from']}
              onChange={(from) => change({ from })}
              withAsterisk
            />
            <DateTimeField
              label={t('until')}
              value={values.until}
              error={errors['until']}
              onChange={(until) => change({ until })}
              withAsterisk
            />
          </>
        )}
        {kind === 'sign_ins' ? (
          <TextInput
            label={t('address')}
            description={t('address_hint')}
            placeholder="203.0.113.0/24"
            value={values.address}
            error={errors['address']}
            onChange={(event) => change({ address: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        ) : null}
        <div className={panel.buttons}>
          <Button type="submit" variant={found ? 'default' : 'filled'} loading={busy && !found}>
            {t('search')}
          </Button>
        </div>
      </form>
      {found ? <Matches answer={found.answer} /> : null}
      {found && found.answer.total > found.answer.already ? (
        <div className={panel.buttons}>
          <Button loading={busy} onClick={() => take(found)}>
            {t('add_found')}
          </Button>
        </div>
      ) : null}
    </SidePanel>
  );
}
