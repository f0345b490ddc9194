import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, TagsInput, TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { addLink } from '#endpoints/playlists/playlists.ts';
import { receiversFound } from '#endpoints/access/reportAccess.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { DateField } from '#ui/form/dates/dateField.tsx';
import { PickBox } from '#ui/pickBox.tsx';
import type { LinkRowsDraft } from './linkRows.tsx';
import { LinkRows } from './linkRows.tsx';
import css from './playlists.module.css';

type Owner = { id: string; name: string; email: string };
type Draft = LinkRowsDraft & { name: string; owner: Owner | null; ips: string[]; expires_on: string };

const initial: Draft = { name: '', owner: null, rows: 'owner', username: '', roles: [], ips: [], expires_on: '' };

type Props = { playlistId: string; onMade: (link: { id: string; token: string }) => void; onClose: () => void };

/** The form of a screen link: name, owner, allowed addresses, expiry. */
export function LinkForm({ playlistId, onMade, onClose }: Props) {
  const { t } = useTranslation(['playlists', 'reportAccess', 'ui']);
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [words, setWords] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { data } = useEndpoint(receiversFound, { query: { q: words ?? '', active: 'true' } }, { enabled: words !== null });
  const people = data?.data ?? [];
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setErrors({});
  };
  const save = async () => {
    const { name, owner, rows, username, roles, ips, expires_on } = draft;
    if (!owner) {
      setErrors({ membership_id: t('link_owner_missing') });
      return;
    }
    if (rows === 'role' && roles.length === 0) {
      setErrors({ identity: t('reportAccess:role_missing') });
      return;
    }
    setSaving(true);
    try {
      const identity = rows === 'role' ? { username: username.trim() || owner.email, roles } : null;
      const body = { name, membership_id: owner.id, identity, ip_list: ips.length > 0 ? ips : null, expires_on: expires_on || null };
      onMade(await call(addLink, { params: { id: playlistId }, body }));
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else toast.failure(error);
      setSaving(false);
    }
  };
  return (
    <form
      className={css.link}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        label={t('link_name')}
        withAsterisk
        value={draft.name}
        error={errors['name']}
        maxLength={120}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {draft.owner ? (
        <p className={css.owner}>
          <IconUser size={16} aria-hidden="true" />
          <span>{t('link_as', { name: draft.owner.name })}</span>
          <Button size="compact-xs" variant="subtle" onClick={() => change({ owner: null })}>
            {t('ui:edit')}
          </Button>
        </p>
      ) : (
        <PickBox
          label={t('link_owner')}
          placeholder={t('link_owner_search')}
          error={errors['membership_id']}
          finds={
            data
              ? people.map(({ to_id, name, email }) => ({
                  key: to_id,
                  name,
                  detail: email ?? '',
                  icon: <IconUser size={16} aria-hidden="true" />,
                }))
              : undefined
          }
          onSearch={setWords}
          onChoose={(key) => {
            const person = people.find(({ to_id }) => to_id === key);
            if (person) change({ owner: { id: person.to_id, name: person.name, email: person.email ?? '' } });
          }}
          nothing={(text) => t('reportAccess:nobody_found', { words: text })}
        />
      )}
      <LinkRows playlistId={playlistId} draft={draft} owner={draft.owner} errors={errors} onChange={change} />
      <TagsInput label={t('link_ips')} value={draft.ips} error={errors['ip_list']} onChange={(ips) => change({ ips })} acceptValueOnBlur />
      <DateField
        label={t('link_expires')}
        value={draft.expires_on}
        error={errors['expires_on']}
        onChange={(expires_on) => change({ expires_on })}
        ends
      />
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={saving} disabled={draft.name.trim() === ''}>
          {t('ui:add')}
        </Button>
      </div>
    </form>
  );
}
