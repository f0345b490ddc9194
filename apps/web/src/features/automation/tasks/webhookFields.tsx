import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import panel from '#ui/panel.module.css';
import type { TaskFormState } from './taskValues.ts';
import css from './tasks.module.css';

/** Which address is called, and whether a condition decides when. */
export function WebhookFields({ form, isNew }: { form: TaskFormState; isNew: boolean }) {
  const { t } = useTranslation('taskWebhook');
  const { by_condition } = form.getValues();
  return (
    <section className={panel.section}>
      <h3 className={css.heading}>{t('title')}</h3>
      <TextInput
        type="url"
        label={t('url')}
        description={t('url_text')}
        placeholder="https://"
        withAsterisk
        spellCheck={false}
        {...form.getInputProps('webhook_url')}
      />
      <Select
        label={t('when')}
        data={[
          { value: 'times', label: t('when_times') },
          { value: 'condition', label: t('when_condition') },
        ]}
        value={by_condition ? 'condition' : 'times'}
        onChange={(value) => form.setFieldValue('by_condition', value === 'condition')}
        allowDeselect={false}
      />
      {by_condition ? <p className={css.dim}>{t('rows_text')}</p> : null}
      {isNew ? <p className={panel.note}>{t('secret_after')}</p> : null}
    </section>
  );
}
