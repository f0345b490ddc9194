import { TextInput } from '@mantine/core';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { correctProfile, myData } from '@vitrine/contract/privacy/privacy.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { maskPhone } from '#ui/form/phoneMask.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Values } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { ErrorState } from '#ui/states.tsx';

type Profile = Answer<typeof myData>['profile'];

function CorrectForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const stale = useStale();
  const labels = { name: t('name'), phone: t('phone'), picture_id: t('picture') };
  const { name, phone, picture_id, version } = profile;
  const state = useResourceForm<Values>({
    initial: { name, phone: phone ? maskPhone(phone) : '', picture_id },
    schema: correctProfile.body,
    labels,
    toBody: (values) => ({ ...values, phone: values['phone'] || null, version }),
    save: (body) => call(correctProfile, { body }),
    onSaved: () => {
      toast.success();
      void stale(myData);
      onClose();
    },
  });
  const { form } = state;
  return (
    <ResourceForm state={state} fields={[]} onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}>
      {profile.member ? (
        <FieldInput
          field={{ kind: 'image', name: 'picture_id', label: labels.picture_id, purpose: 'picture', address: profile.picture }}
          form={form}
        />
      ) : null}
      <FieldInput
        field={{
          kind: 'text',
          name: 'name',
          label: labels.name,
          required: true,
          ...(profile.name_changeable ? {} : { disabled: true, description: t('name_elsewhere') }),
        }}
        form={form}
        focused
      />
      <TextInput
        {...form.getInputProps('phone')}
        label={labels.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+55 (11) 98888-7777"
        onChange={(event) => form.setFieldValue('phone', maskPhone(event.currentTarget.value))}
      />
    </ResourceForm>
  );
}

/** The fields that people correct themselves. Other corrections are requested from the unit. */
export function CorrectPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const { data, error, isFetching, refetch } = useEndpoint(myData, {}, { staleTime: 0 });
  return (
    <SidePanel title={t('correct')} onClose={onClose}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data && !isFetching ? <CorrectForm profile={data.profile} onClose={onClose} /> : null}
    </SidePanel>
  );
}
