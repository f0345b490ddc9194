import { Button } from '@mantine/core';
import type { SamlApp, SamlReport } from '@vitrine/contract/signIn/saml.ts';
import { beginTest, testReport } from '#endpoints/signIn/saml.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { StatusCell } from '#ui/cells.tsx';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from '#ui/providers.module.css';
import own from './saml.module.css';

const askAgainMs = 1500;

function Checks({ checks }: Pick<SamlReport, 'checks'>) {
  const { t } = useTranslation('saml');
  return (
    <ul className={css.list}>
      {checks.map(({ check, passed, detail }) => (
        <li key={check} className={css.item} data-check={check}>
          <div className={css.words}>
            <strong>{t(`check_${check}`)}</strong>
            {check === 'person' && passed === true ? <span>{t(detail === 'new' ? 'person_new' : 'person_member')}</span> : null}
            {passed === false ? <span>{t(`failed_${check}`)}</span> : null}
            {passed === false && check !== 'person' && detail !== '' ? <span>{t('came', { detail })}</span> : null}
          </div>
          <StatusCell kind={passed === null ? 'neutral' : passed ? 'success' : 'error'}>
            {t(passed === null ? 'not_looked' : passed ? 'passed' : 'failed')}
          </StatusCell>
        </li>
      ))}
    </ul>
  );
}

function Arrived({ arrived }: { arrived: NonNullable<SamlReport['arrived']> }) {
  const { t } = useTranslation(['saml', 'providerGroups']);
  const { email, name, name_id, groups, attributes } = arrived;
  const facts: [string, string][] = [
    [t('email'), email],
    [t('name_of_person'), name],
    ['NameID', name_id],
    [t('providerGroups:groups'), groups.join(', ')],
    ...attributes.map((attribute): [string, string] => [attribute.name, attribute.values.join(', ')]),
  ];
  return (
    <section className={css.details}>
      <h2>{t('arrived')}</h2>
      <dl>
        {facts.map(([label, value], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- A provider may name an attribute twice.
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A sign-in that starts no session: what arrived, and each check with its verdict. */
export function TestPanel({ app, onClose }: { app: SamlApp; onClose: () => void }) {
  const { t } = useTranslation('saml');
  const [testId, setTestId] = useState<string | null>(null);
  const [report, setReport] = useState<SamlReport | null>(null);
  const isWaiting = testId !== null && (report === null || report.state === 'waiting');
  useEffect(() => {
    if (!isWaiting || testId === null) return undefined;
    const timer = setInterval(() => {
      call(testReport, { params: { id: testId } }).then(setReport, (error: unknown) => {
        setTestId(null);
        toast.failure(error);
      });
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [isWaiting, testId]);
  const begin = async () => {
    // Opened by the press itself, or browsers block it.
    const popup = window.open('about:blank', '_blank', 'popup,width=520,height=680');
    setReport(null);
    try {
      const { test_id, redirect_url } = await call(beginTest, { body: { id: app.id } });
      if (popup) popup.location.href = redirect_url;
      else window.open(redirect_url, '_blank', 'noopener');
      setTestId(test_id);
    } catch (error) {
      popup?.close();
      toast.failure(error);
    }
  };
  return (
    <SidePanel title={`${t('test')}: ${app.name}`} size={560} onClose={onClose}>
      <div className={css.people}>
        <p className={css.hint}>{t('test_hint')}</p>
        <div>
          <Button onClick={() => void begin()} data-autofocus>
            {t('test_begin')}
          </Button>
        </div>
        <div role="status" className={own.arrived}>
          {isWaiting ? <p className={css.hint}>{t('test_waiting')}</p> : null}
          {report?.state === 'over' ? <p className={css.hint}>{t('test_over')}</p> : null}
          {report?.state === 'done' ? <Checks checks={report.checks} /> : null}
          {report?.arrived ? <Arrived arrived={report.arrived} /> : null}
        </div>
      </div>
    </SidePanel>
  );
}
