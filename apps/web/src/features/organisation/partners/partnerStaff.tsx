import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { PartnerStaff as Staff, StaffRequest } from '@vitrine/contract/organisation/partners.ts';
import { decideStaff, get, list, ownStaff, resetSecondFactor } from '#endpoints/organisation/partners.ts';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { BillSwitch } from './billSwitch.tsx';
import css from './partners.module.css';

const AskPanel = onDemand(async () => (await import('#ui/remoteAccess/askPanel.tsx')).AskPanel, { namespaces: ['remoteAccess'] });
const PersonPanel = onDemand(async () => (await import('./personPanel.tsx')).PersonPanel);

type Decision = 'confirm' | 'refuse' | 'withdraw';

/** Somebody who is to become staff: somebody else confirms or refuses, whoever asked may withdraw. */
function Waiting({ partner, request, onDecided }: { partner: Staff; request: StaffRequest; onDecided: () => void }) {
  const { t } = useTranslation('partners');
  const { id, name, email, can } = request;
  const decide = async (decision: Decision) => {
    if (decision === 'confirm' && !(await toast.confirm(t('confirm_sure', { name, email })))) return;
    await call(decideStaff, { params: { id: partner.id, staff_request_id: id }, body: { decision } }).then(
      () => toast.success(t(`decided_${decision}`, { name })),
      toast.failure,
    );
    onDecided();
  };
  const offered: Decision[] = [...(can.confirm ? (['refuse', 'confirm'] as const) : []), ...(can.withdraw ? (['withdraw'] as const) : [])];
  return (
    <li className={css.person}>
      <span className={css.name}>{name}</span>
      <span className={css.dim}>{email}</span>
      <span className={css.dim}>
        {request.confirmed ? t('being_made') : t('asked_by', { name: request.asked_by, date: formatDate(request.lapses_at) })}
      </span>
      <span className={css.buttons}>
        {offered.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'confirm' ? 'filled' : 'default'}
            size="xs"
            aria-label={t(`${decision}_of`, { name })}
            onClick={() => void decide(decision)}
          >
            {t(decision)}
          </Button>
        ))}
      </span>
    </li>
  );
}

type Props = {
  partner: Staff;
  /** The operator takes a second factor away, and asks for remote access. */
  resets: boolean;
};

/** The partner's staff, and who waits to become staff. */
export function PartnerStaff({ partner, resets }: Props) {
  const { t } = useTranslation('partners');
  const stale = useStale();
  const heading = useRef<HTMLHeadingElement>(null);
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Staff['staff'][number] | null>(null);
  const changed = () => stale(list, get, ownStaff);
  const reset = async ({ id, name }: Staff['staff'][number]) => {
    if (!(await toast.confirm(t('second_factor_sure', { name })))) return;
    await call(resetSecondFactor, { params: { id } }).then(() => {
      toast.success(t('second_factor_done', { name }));
      // The button disappears with the removed factors.
      heading.current?.focus();
    }, toast.failure);
    await changed();
  };
  return (
    <>
      <div className={css.head}>
        <h2 className={css.heading} ref={heading} tabIndex={-1}>
          {t('staff')}
        </h2>
        {partner.can.add_staff ? (
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
            {t('add_person')}
          </Button>
        ) : null}
      </div>
      {partner.staff.length > 0 ? (
        <ul className={css.rows}>
          {partner.staff.map((person) => (
            <li key={person.id} className={css.person}>
              <span className={css.name}>{person.name}</span>
              <span className={css.dim}>{person.email}</span>
              <BillSwitch partner={partner} person={person} onChanged={changed} />
              {resets ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('ask_access_of', { name: person.name })}
                  onClick={() => setAsking(person)}
                >
                  {t('ask_access')}
                </Button>
              ) : null}
              {person.second_factor && resets ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('second_factor_reset_of', { name: person.name })}
                  onClick={() => void reset(person)}
                >
                  {t('second_factor_reset')}
                </Button>
              ) : (
                <span className={css.dim}>{person.second_factor ? null : t('second_factor_none')}</span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.count}>{t('no_staff')}</p>
      )}
      {partner.requests.length > 0 ? (
        <>
          <h2 className={css.heading}>{t('waiting_title')}</h2>
          <ul className={css.rows}>
            {partner.requests.map((request) => (
              <Waiting key={request.id} partner={partner} request={request} onDecided={() => void changed()} />
            ))}
          </ul>
        </>
      ) : null}
      <Suspense fallback={null}>
        {asking ? <AskPanel whom={{ person_id: asking.id }} name={asking.name} onClose={() => setAsking(null)} /> : null}
        {adding ? <PersonPanel partner={partner} onSaved={() => void changed()} onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </>
  );
}
