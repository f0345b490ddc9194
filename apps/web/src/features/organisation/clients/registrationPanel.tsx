import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Client, RegistrationTerms } from '@vitrine/contract/organisation/clients.ts';
import { addUnit, beginnings, register, registrationTerms, trialDays } from '@vitrine/contract/organisation/clients.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { formatNumber } from '#platform/formats.ts';
import { currentLocale } from '#platform/locale.ts';
import { useEndpoint } from '#platform/query.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import type { ResourceFormState } from '#ui/form/useResourceForm.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { objectPath } from '#ui/object/paths.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useNextStep } from '#ui/useNextStep.ts';
import { Address, Contact, Contract, Identity, Section, useClientLabels } from './clientFields.tsx';
import { clientPaths } from './clientSituation.tsx';
import type { ClientValues } from './clientValues.ts';
import css from './clients.module.css';
import { RegistrationSummary } from './registrationSummary.tsx';
import type { RegistrationValues, Step } from './registrationValues.ts';
import { emptyRegistration, registrationOf, stepOf, steps, subdomainFrom, unitOf, unitSteps } from './registrationValues.ts';

type Form = UseFormReturnType<RegistrationValues>;

function UnitStep({ form, terms }: { form: Form; terms: RegistrationTerms | undefined }) {
  const { t } = useTranslation('clients');
  const { subdomain } = form.getValues();
  const left = (limit: number | null | undefined, used: number) =>
    limit === null || limit === undefined ? null : formatNumber(Math.max(0, limit - used));
  const units = left(terms?.unit_limit, terms?.unit_count ?? 0);
  const people = left(terms?.user_limit, terms?.promised_users ?? 0);
  return (
    <Section title={t('step_unit')}>
      <FieldInput focused field={{ kind: 'text', name: 'unit_name', label: t('unit_name'), required: true }} form={form} />
      <FieldInput
        field={{
          kind: 'text',
          name: 'subdomain',
          label: t('subdomain'),
          required: true,
          description: t('subdomain_text', { address: `${subdomain || '…'}.${terms?.host ?? ''}` }),
        }}
        form={form}
      />
      <FieldInput field={{ kind: 'number', name: 'unit_user_limit', label: t('unit_user_limit'), min: 1, required: true }} form={form} />
      <FieldInput
        field={{ kind: 'switch', name: 'demo_report', label: t('demo_report'), description: t('demo_report_text') }}
        form={form}
      />
      {units !== null ? <p className={panel.note}>{t('units_left', { units })}</p> : null}
      {people !== null ? <p className={panel.note}>{t('people_left', { people })}</p> : null}
    </Section>
  );
}

function AdminStep({ form }: { form: Form }) {
  const { t } = useTranslation('clients');
  return (
    <Section title={t('step_admin')}>
      <p className={panel.note}>{t('admin_text')}</p>
      <FieldInput focused field={{ kind: 'text', name: 'admin_name', label: t('admin_name'), required: true }} form={form} />
      <FieldInput field={{ kind: 'email', name: 'email', label: t('admin_email'), required: true }} form={form} />
    </Section>
  );
}

type Beginning = { form: Form; clientForm: UseFormReturnType<ClientValues>; client: Client | null };

function BeginningStep({ form, clientForm, client }: Beginning) {
  const { t } = useTranslation('clients');
  const offered = client === null || client.situation === 'active' ? beginnings : (['trial'] as const);
  return (
    <>
      <Section title={t('step_beginning')}>
        <FieldInput
          field={{
            kind: 'choice',
            name: 'beginning',
            label: t('beginning'),
            options: offered.map((value) => ({
              value,
              label: value === 'contract' && client ? t('beginning_contract_of_client') : t(`beginning_${value}`, { days: trialDays }),
            })),
          }}
          form={form}
        />
      </Section>
      {client === null && form.getValues().beginning === 'contract' ? <Contract form={clientForm} priced={false} /> : null}
    </>
  );
}

/** The steps that ask for these fields, in their order. */
const stepsOf = (errors: object): Step[] => {
  const found = new Set(Object.keys(errors).map(stepOf));
  return steps.filter((step) => found.has(step));
};

/** Where one is; steps that are behind are reached by a click. */
function Steps({ all, current, onGo }: { all: readonly Step[]; current: Step; onGo: (step: Step) => void }) {
  const { t } = useTranslation('clients');
  const at = all.indexOf(current);
  return (
    <ol className={css.steps} aria-label={t('steps')}>
      {all.map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} data-done={index < at || undefined}>
          {index < at ? (
            <button type="button" onClick={() => onGo(step)}>
              {t(`step_${step}`)}
            </button>
          ) : (
            t(`step_${step}`)
          )}
        </li>
      ))}
    </ol>
  );
}

/** What the step that is open shows; the others keep what was typed, because the form has it. */
function Content({
  step,
  state,
  terms,
  client,
}: {
  step: Step;
  client: Client | null;
  state: ResourceFormState<RegistrationValues>;
  terms: RegistrationTerms | undefined;
}) {
  const { form } = state;
  // The fields of a client are part of this form, and know nothing of those that it has besides.
  const clientForm = form as unknown as UseFormReturnType<ClientValues>;
  switch (step) {
    case 'client':
      return (
        <>
          <Identity form={clientForm} />
          <Contact form={clientForm} />
          <Address form={clientForm} />
        </>
      );
    case 'unit':
      return <UnitStep form={form} terms={terms} />;
    case 'admin':
      return <AdminStep form={form} />;
    case 'beginning':
      return <BeginningStep form={form} clientForm={clientForm} client={client} />;
    case 'summary':
      return <RegistrationSummary values={form.getValues()} terms={terms} client={client} />;
    default:
      return step satisfies never;
  }
}

type Props = {
  /** Whose further unit is opened; null: a client is signed up. */
  client?: Client | null;
  onRegistered: () => void;
  onClose: () => void;
};

/** Signs up a client: who it is, its first unit, the administrator, trial or contract, and a summary before it is made. */
export function RegistrationPanel({ client = null, onRegistered, onClose }: Props) {
  const { t } = useTranslation(['clients', 'ui']);
  const locale = currentLocale();
  const nextStep = useNextStep();
  const terms = useEndpoint(registrationTerms, {}).data;
  const all = client ? unitSteps : steps;
  const [step, setStep] = useState<Step>(client ? 'unit' : 'client');
  const content = useRef<HTMLDivElement>(null);
  const seen = useRef(step);
  // Whoever goes on with the keyboard is in the first field of the step; the panel itself does it only where it opens.
  useEffect(() => {
    if (seen.current !== step) content.current?.querySelector('input')?.focus();
    seen.current = step;
  }, [step]);
  const labels = {
    ...useClientLabels('legal'),
    name: t('name'),
    tax_id: t('tax_id'),
    unit_name: t('unit_name'),
    subdomain: t('subdomain'),
    unit_user_limit: t('unit_user_limit'),
    admin_name: t('admin_name'),
    email: t('admin_email'),
    beginning: t('beginning'),
  };
  const state = useResourceForm<RegistrationValues>({
    initial: emptyRegistration(locale),
    schema: client ? addUnit.body : register.body,
    labels,
    toBody: (values) => (client ? unitOf(values) : registrationOf(values, locale)),
    save: async (body) => {
      try {
        return await (client ? call(addUnit, { params: { id: client.id }, body }) : call(register, { body }));
      } catch (error) {
        // What the server refuses is shown where it was asked for.
        const refused = stepsOf(failureOf(error).fields);
        if (refused[0]) setStep(refused[0]);
        throw error;
      }
    },
    success: ({ id, values: { name, unit_name } }) =>
      client ? t('unit_created', { name: unit_name }) : nextStep(t('created', { name }), objectPath(clientPaths.partner, id)),
    onSaved: () => {
      onRegistered();
      onClose();
    },
  });
  const { form, saving } = state;
  const index = all.indexOf(step);
  const goOn = () => {
    const { errors } = form.validate();
    const here = Object.fromEntries(Object.entries(errors).filter(([field]) => all.indexOf(stepOf(field)) <= index));
    form.setErrors(here);
    if (Object.keys(here).length > 0) {
      const [first] = stepsOf(here);
      if (first) setStep(first);
      return;
    }
    const next = all[index + 1];
    const { trade_name, name, unit_name, subdomain } = form.getValues();
    if (next === 'unit' && unit_name === '') form.setFieldValue('unit_name', trade_name || name);
    if (next === 'unit' && subdomain === '') form.setFieldValue('subdomain', subdomainFrom(trade_name || name));
    if (next) setStep(next);
  };
  const back = () => {
    const previous = all[index - 1];
    if (previous) setStep(previous);
  };
  const leave = () => void state.mayLeave().then((yes) => yes && onClose());
  return (
    <SidePanel title={client ? t('add_unit_for', { name: client.name }) : t('register')} size={640} onClose={onClose}>
      <Steps all={all} current={step} onGo={setStep} />
      <form
        className={css.wizard}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (step === 'summary') state.submit();
          else goOn();
        }}
      >
        <div className={panel.stack} key={step} ref={content}>
          <Content step={step} state={state} terms={terms} client={client} />
        </div>
        <div className={css.bar} data-surface="card">
          <Button variant="default" onClick={index === 0 ? leave : back} disabled={saving}>
            {index === 0 ? t('ui:cancel') : t('back')}
          </Button>
          <Button type="submit" loading={saving}>
            {step === 'summary' ? t(client ? 'open_unit' : 'register_now') : t('go_on')}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
