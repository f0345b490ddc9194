import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Words } from '@vitrine/contract/notifications/wordings.ts';
import { save } from '@vitrine/contract/notifications/wordings.ts';
import { get, list, preview } from '#endpoints/notifications/wordings.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { ErrorState } from '#ui/states.tsx';
import css from './wordings.module.css';

type Wording = Answer<typeof get>;
type Which = { kind: Answer<typeof list>['data'][number]['kind']; language: Locale };

/** The mail with these words, as it would come. */
function Preview({ kind, language, words, onClose }: Which & { words: Words | null; onClose: () => void }) {
  const { t } = useTranslation('wordings');
  const { data, error, refetch } = useEndpoint(preview, { params: { kind, language }, body: { words } }, { staleTime: 0 });
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <div className={css.head}>
        <p>{data ? t('preview_subject', { subject: data.subject }) : ''}</p>
        <Button variant="subtle" onClick={onClose}>
          {t('preview_close')}
        </Button>
      </div>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {/* Without scripts, and without the origin of the portal: it may only be looked at. */}
      {data ? <iframe className={css.frame} sandbox="" srcDoc={data.light} title={t('preview')} /> : null}
    </section>
  );
}

/** What can stand in the words; a press puts it at the end of the text. */
function Variables({ variables, onChoose }: Pick<Wording, 'variables'> & { onChoose: ((name: string) => void) | null }) {
  const { t } = useTranslation('wordings');
  if (variables.length === 0) return <p className={css.note}>{t('no_variables')}</p>;
  return (
    <div className={css.variables} role="group" aria-label={t('variables')}>
      <span>{t('variables')}</span>
      {variables.map(({ name, example }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          disabled={onChoose === null}
          onClick={() => onChoose?.(name)}
        >{`{{${name}}} · ${example}`}</Button>
      ))}
    </div>
  );
}

function Versions({ versions, onUse }: { versions: Wording['versions']; onUse: ((words: Words) => void) | null }) {
  const { t } = useTranslation('wordings');
  const id = useId();
  if (versions.length === 0) return null;
  return (
    <section className={css.versions} aria-labelledby={id}>
      <h2 id={id}>{t('versions')}</h2>
      <ul>
        {versions.map(({ id, words, author, at }, index) => (
          <li key={id}>
            <div>
              <strong>{words?.subject ?? t('standard_again')}</strong>
              {words ? <p>{words.text}</p> : null}
              <span>{[author, formatDateTime(at)].filter(Boolean).join(' · ')}</span>
            </div>
            {words && index > 0 && onUse ? (
              <Button variant="default" onClick={() => onUse(words)}>
                {t('use')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Editor({ kind, language, editable, wording }: Which & { editable: boolean; wording: Wording }) {
  const { t } = useTranslation('wordings');
  const stale = useStale();
  const [shown, setShown] = useState<Words | null>(null);
  const params = { kind, language };
  const { standard, words, version, variables, versions } = wording;
  const reread = () => void stale(get, list);
  const state = useResourceForm<{ words: Words }>({
    initial: { words: words ?? standard },
    version,
    schema: save.body,
    labels: { 'words.subject': t('subject'), 'words.text': t('text') },
    save: (body) => call(save, { params, body }),
    success: t('saved'),
    onSaved: reread,
  });
  const { form } = state;
  const toStandard = async () => {
    if (!(await toast.confirm(t('standard_sure')))) return;
    try {
      await call(save, { params, body: { words: null, version } });
      form.reset();
      toast.success(t('standard_now'));
      reread();
    } catch (error) {
      toast.failure(error);
    }
  };
  const append = (name: string) => form.setFieldValue('words.text', `${form.getValues().words.text}{{${name}}}`);
  return (
    <>
      <ResourceForm state={state} fields={[]}>
        <TextInput label={t('subject')} withAsterisk maxLength={120} readOnly={!editable} {...form.getInputProps('words.subject')} />
        <Textarea
          label={t('text')}
          description={t('text_hint')}
          withAsterisk
          autosize
          minRows={4}
          maxRows={14}
          maxLength={2000}
          readOnly={!editable}
          {...form.getInputProps('words.text')}
        />
        <Variables variables={variables} onChoose={editable ? append : null} />
        <div className={css.actions}>
          <Button variant="default" onClick={() => setShown(form.getValues().words)}>
            {t('preview_open')}
          </Button>
          {words && editable ? (
            <Button variant="default" onClick={() => void toStandard()}>
              {t('standard')}
            </Button>
          ) : null}
        </div>
      </ResourceForm>
      {words ? (
        <section className={css.standard} aria-label={t('standard_words')}>
          <h2>{t('standard_words')}</h2>
          <strong>{standard.subject}</strong>
          <p>{standard.text}</p>
        </section>
      ) : null}
      {shown ? <Preview {...params} words={shown} onClose={() => setShown(null)} /> : null}
      <Versions versions={versions} onUse={editable ? (earlier) => form.setFieldValue('words', earlier) : null} />
    </>
  );
}

/** One kind in one language. */
export function WordingEditor({ editable, ...which }: Which & { editable: boolean }) {
  const { data, error, refetch } = useEndpoint(get, { params: which });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="md" />;
  return <Editor {...which} editable={editable} wording={data} />;
}
