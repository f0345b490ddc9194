import { Button, Textarea } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { saveTexts } from '@vitrine/contract/privacy/incidents.ts';
import { getTexts } from '#endpoints/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { copyText } from '#platform/toast.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';
import css from './incidents.module.css';

type Props = { incident: WholeIncident; onSaved: () => void };
type Texts = Answer<typeof getTexts>;

/** Both texts, begun from the worksheet: written here, copied from here. */
export function TextsTab({ incident, onSaved }: Props) {
  const { data, error, refetch } = useEndpoint(getTexts, { params: { id: incident.id } }, { staleTime: 0 });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <TextsForm incident={incident} texts={data} onSaved={onSaved} /> : null;
}

function TextsForm({ incident, texts: { saved, made, version }, onSaved }: Props & { texts: Texts }) {
  const { t } = useTranslation('incidents');
  const labels = { notice: t('notice'), letter: t('letter') };
  // A text that says what the worksheet says is not kept: it follows the worksheet.
  const own = (name: 'notice' | 'letter', said: string) => (said.trim() === '' || said.trim() === made[name].trim() ? null : said);
  const state = useResourceForm({
    initial: { notice: saved.notice ?? made.notice, letter: saved.letter ?? made.letter },
    version,
    schema: saveTexts.body,
    labels,
    toBody: ({ notice, letter }) => ({ notice: own('notice', notice), letter: own('letter', letter) }),
    save: (body) => call(saveTexts, { params: { id: incident.id }, body }),
    success: t('texts_saved'),
    onSaved,
  });
  const { form } = state;
  const readOnly = !incident.can.edit;
  return (
    <ResourceForm state={state} bar="changed" fields={[]}>
      {readOnly ? null : <p className={panel.note}>{t('texts_hint')}</p>}
      <div className={css.texts}>
        {(['notice', 'letter'] as const).map((name) => (
          <div key={name}>
            <Textarea
              {...form.getInputProps(name)}
              label={labels[name]}
              {...(name === 'letter' ? { description: t('letter_hint'), lang: 'pt-BR' } : {})}
              readOnly={readOnly}
              autosize
              minRows={6}
              maxRows={20}
            />
            <div className={css.tools}>
              <Button
                variant="default"
                leftSection={<IconCopy size={16} />}
                aria-label={t('copy_of', { text: labels[name] })}
                onClick={() => void copyText(form.getValues()[name])}
              >
                {t('copy')}
              </Button>
              {readOnly || form.getValues()[name] === made[name] ? null : (
                <Button
                  variant="subtle"
                  leftSection={<IconRefresh size={16} />}
                  aria-label={t('make_again_of', { text: labels[name] })}
                  onClick={() => form.setValues({ [name]: made[name] })}
                >
                  {t('make_again')}
                </Button>
              )}
            </div>
          </div>
        ))}
      </div>
    </ResourceForm>
  );
}
