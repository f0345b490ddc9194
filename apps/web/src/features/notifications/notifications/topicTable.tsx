import type { NoticeTopic } from '@vitrine/contract/notifications/kinds.ts';
import { noticeGroups, noticeTopics } from '@vitrine/contract/notifications/kinds.ts';
import { useTranslation } from 'react-i18next';
import { Check } from '#ui/grid/check.tsx';
import css from './topicTable.module.css';

type Column = 'not_in_portal' | 'not_by_mail' | 'not_by_push';
type Topic = { group: string; security?: boolean; portal?: 'always' };
type Props = {
  topics: readonly NoticeTopic[];
  unitSends: { notifications: boolean; help_desk: boolean };
  mailedAnyway: readonly NoticeTopic[];
  isMailed: boolean;
  notInPortal: readonly NoticeTopic[];
  notByMail: readonly NoticeTopic[];
  notByPush: readonly NoticeTopic[];
  onChange: (column: Column, topics: NoticeTopic[]) => void;
};

/** For each topic whether it comes into the portal, by mail and to devices. What cannot be switched off is ticked and says why. */
export function TopicTable({ topics, unitSends, mailedAnyway, isMailed, notInPortal, notByMail, notByPush, onChange }: Props) {
  const { t } = useTranslation(['notificationChoice', 'notifications']);
  const tick = (column: Column, off: readonly NoticeTopic[], topic: NoticeTopic) =>
    onChange(column, off.includes(topic) ? off.filter((other) => other !== topic) : [...off, topic]);
  const row = (name: NoticeTopic) => {
    const { group, security = false, portal }: Topic = noticeTopics[name];
    const topic = t(`topic_${name}`);
    const sends = group === 'help_desk' ? unitSends.help_desk : unitSends.notifications;
    const mailable = (isMailed && sends) || mailedAnyway.includes(name);
    // What is kept out of the portal comes to no device.
    const isInPortal = security || portal === 'always' || !notInPortal.includes(name);
    return (
      <tr key={name}>
        <th scope="row">
          {topic}
          {security || portal ? <small>{t(security ? 'always' : 'always_portal')}</small> : null}
        </th>
        <td>
          <Check
            label={t('in_portal', { topic })}
            checked={isInPortal}
            disabled={security || portal === 'always'}
            onChange={() => tick('not_in_portal', notInPortal, name)}
          />
        </td>
        <td>
          <Check
            label={t('by_mail', { topic })}
            checked={security || (mailable && !notByMail.includes(name))}
            disabled={security || !mailable}
            onChange={() => tick('not_by_mail', notByMail, name)}
          />
        </td>
        <td>
          <Check
            label={t('by_push', { topic })}
            checked={security || (isInPortal && !notByPush.includes(name))}
            disabled={security || !isInPortal}
            onChange={() => tick('not_by_push', notByPush, name)}
          />
        </td>
      </tr>
    );
  };
  return (
    <table className={css.topics}>
      <thead>
        <tr>
          <th scope="col">{t('topics')}</th>
          <th scope="col">{t('portal')}</th>
          <th scope="col">{t('mail')}</th>
          <th scope="col">{t('push')}</th>
        </tr>
      </thead>
      {noticeGroups.map((group) => {
        const among = topics.filter((name) => noticeTopics[name].group === group);
        return among.length === 0 ? null : (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={4} className={css.group}>
                {t(`notifications:group_${group}`)}
              </th>
            </tr>
            {among.map(row)}
          </tbody>
        );
      })}
    </table>
  );
}
