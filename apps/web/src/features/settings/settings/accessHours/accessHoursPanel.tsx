import { Button, MultiSelect } from '@mantine/core';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Shift, ShiftInput } from '@vitrine/contract/settings/accessHours.ts';
import { add, candidates, rehearse, update } from '@vitrine/contract/settings/accessHours.ts';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { Holidays } from './holidays.tsx';
import { StoppedPeople } from './stoppedPeople.tsx';
import { copyToWeekdays } from './week.ts';
import { WeekEditor } from './weekEditor.tsx';

type Named = { id: string; name: string };
const fresh: ShiftInput = {
  name: '',
  ranges: copyToWeekdays([{ day: 1, start: '08:00', end: '18:00' }]),
  holidays: [],
  active: true,
  user_group_ids: [],
  membership_ids: [],
};

const inputOf = ({ name, ranges, holidays, active, user_groups, members }: Shift): ShiftInput => ({
  name,
  ranges,
  holidays,
  active,
  user_group_ids: user_groups.map(({ id }) => id),
  membership_ids: members.map(({ id }) => id),
});

/** Searched by the server; chosen entries stay in the list. */
function Bound({
  label,
  found,
  chosen,
  value,
  onChange,
  onWords,
}: {
  label: string;
  found: readonly Named[];
  chosen: readonly Named[];
  value: string[];
  onChange: (ids: string[]) => void;
  onWords: (words: string) => void;
}) {
  const { t } = useTranslation('ui');
  const all = new Map([...chosen, ...found].map((one) => [one.id, one]));
  return (
    <MultiSelect
      label={label}
      data={[...all.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      onSearchChange={onWords}
      searchable
      nothingFoundMessage={t('no_records')}
    />
  );
}

/** Hours, holidays, and assigned people and groups, with a dry run before saving. */
export function ShiftPanel({ shift, onSaved, onClose }: { shift: Shift | null; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('accessHours');
  const [words, setWords] = useState('');
  const [seen, setSeen] = useState<{ user_groups: Named[]; members: Named[] }>({
    user_groups: shift?.user_groups ?? [],
    members: shift?.members ?? [],
  });
  const [result, setResult] = useState<Answer<typeof rehearse> | null>(null);
  const [trying, setTrying] = useState(false);
  const { data: found } = useEndpoint(candidates, { query: { q: useDeferredValue(words).trim().slice(0, 120) } });
  const state = useResourceForm<ShiftInput>({
    initial: shift ? inputOf(shift) : fresh,
    version: shift?.version,
    schema: shift ? update.body : add.body,
    labels: { name: t('name'), ranges: t('hours'), holidays: t('holidays') },
    save: (body) => (shift ? call(update, { params: { id: shift.id }, body }) : call(add, { body })),
    success: ({ values: { name } }) => t(shift ? 'shift_saved' : 'shift_added', { name }),
    onSaved,
  });
  const { form } = state;
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  const choose = (kind: 'user_groups' | 'members', field: 'user_group_ids' | 'membership_ids') => (ids: string[]) => {
    setSeen({ ...seen, [kind]: [...seen[kind], ...(found?.[kind] ?? [])].filter(({ id }) => ids.includes(id)) });
    form.setFieldValue(field, ids);
  };
  const tryOut = async () => {
    setTrying(true);
    const { ranges, holidays, user_group_ids, membership_ids } = form.getValues();
    await call(rehearse, { body: { ranges, holidays, user_group_ids, membership_ids } }).then(setResult, toast.failure);
    setTrying(false);
  };
  return (
    <SidePanel title={shift ? shift.name : t('add')} size={560} onClose={() => void close()}>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'text', name: 'name', label: t('name'), required: true },
          { kind: 'switch', name: 'active', label: t('active'), description: t('active_hint') },
        ]}
        onCancel={() => void close()}
      >
        <WeekEditor ranges={form.values.ranges} onChange={(ranges) => form.setFieldValue('ranges', ranges)} />
        {form.errors['ranges'] ? <p role="alert">{form.errors['ranges']}</p> : null}
        <Holidays days={form.values.holidays} onChange={(days) => form.setFieldValue('holidays', days)} />
        <Bound
          label={t('user_groups')}
          found={found?.user_groups ?? []}
          chosen={seen.user_groups}
          value={form.values.user_group_ids}
          onChange={choose('user_groups', 'user_group_ids')}
          onWords={setWords}
        />
        <Bound
          label={t('members')}
          found={found?.members ?? []}
          chosen={seen.members}
          value={form.values.membership_ids}
          onChange={choose('members', 'membership_ids')}
          onWords={setWords}
        />
        <Button variant="default" loading={trying} onClick={() => void tryOut()}>
          {t('rehearse')}
        </Button>
        {result ? <StoppedPeople result={result} /> : null}
      </ResourceForm>
    </SidePanel>
  );
}
