import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { correctProfile, myData } from '@vitrine/contract/privacy/privacy.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { useUser } from '#platform/session.ts';
import { signOut } from '#platform/signInFlow.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { maskPhone } from '#ui/form/phoneMask.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Values } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { Place } from '#ui/sections/place.tsx';
import { ErrorState } from '#ui/states.tsx';
import css from './account.module.css';

type OwnProfile = Answer<typeof myData>['profile'];

/** The fields that people correct themselves. Other corrections are requested from the unit. */
function ProfileForm({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('privacy');
  const stale = useStale();
  const labels = { name: t('name'), phone: t('phone'), picture_id: t('picture') };
  const { name, phone, picture_id, version } = profile;
  const state = useResourceForm<Values>({
    initial: { name, phone: phone ? maskPhone(phone) : '', picture_id },
    version,
    schema: correctProfile.body,
    labels,
    toBody: (values) => ({ ...values, phone: values['phone'] || null }),
    save: (body) => call(correctProfile, { body }),
    success: t('profile_saved'),
    onSaved: () => void stale(myData),
  });
  const { form } = state;
  const elsewhere = profile.name_changeable ? {} : { disabled: true, description: t('name_elsewhere') };
  return (
    <ResourceForm state={state} fields={[]} bar="changed">
      {profile.member ? (
        <Place name="picture">
          <FieldInput
            field={{ kind: 'image', name: 'picture_id', label: labels.picture_id, purpose: 'picture', address: profile.picture }}
            form={form}
          />
        </Place>
      ) : null}
      <Place name="name">
        <FieldInput field={{ kind: 'text', name: 'name', label: labels.name, required: true, ...elsewhere }} form={form} />
      </Place>
      <Place name="phone">
        <TextInput
          {...form.getInputProps('phone')}
          label={labels.phone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+55 (11) 98888-7777"
          onChange={(event) => form.setFieldValue('phone', maskPhone(event.currentTarget.value))}
        />
      </Place>
    </ResourceForm>
  );
}

/** Who one is in the portal: name, photo, phone; the e-mail address is for the administrator to change. */
export function Profile() {
  const { t } = useTranslation(['account', 'shell']);
  const user = useUser();
  const { data, error, refetch } = useEndpoint(myData, {}, { staleTime: 0 });
  return (
    <section className={css.card} data-surface="card" aria-label={t('section_profile')}>
      <div className={css.identity}>
        <p>
          <span>{t('signed_in_as')}</span>
          <strong>{user?.email}</strong>
        </p>
        <Button variant="default" leftSection={<IconLogout size={16} />} onClick={() => signOut()}>
          {t('shell:sign_out')}
        </Button>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? <ProfileForm profile={data.profile} /> : error ? null : <Skeleton height={300} radius="md" />}
    </section>
  );
}
