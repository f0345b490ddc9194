import { Button, Select } from '@mantine/core';
import { candidates, extend, extensionMinutes } from '#endpoints/settings/accessHours.ts';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import css from './accessHours.module.css';

/** Half an hour more for one person. */
export function MoreTime() {
  const { t } = useTranslation(['accessHours', 'ui']);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data } = useEndpoint(candidates, { query: { q: useDeferredValue(words).trim().slice(0, 120) } });
  const give = async (membership_id: string) => {
    setBusy(true);
    try {
      const { until } = await call(extend, { body: { membership_id } });
      toast.success(t('extended', { time: formatTime(until) }));
      setChosen(null);
      setWords('');
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.more}>
      <Select
        label={t('more_time')}
        placeholder={t('ui:search')}
        data={(data?.members ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        filter={({ options }) => options}
        value={chosen}
        onChange={setChosen}
        searchValue={words}
        onSearchChange={setWords}
        searchable
        nothingFoundMessage={t('ui:no_records')}
      />
      <Button variant="default" disabled={chosen === null} loading={busy} onClick={() => chosen && void give(chosen)}>
        {t('give_minutes', { minutes: extensionMinutes })}
      </Button>
    </div>
  );
}
