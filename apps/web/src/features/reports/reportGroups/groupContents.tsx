import { ActionIcon } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReportGroup, ReportSubgroup } from '@vitrine/contract/reports/reportGroups.ts';
import { moveSubgroup, reorderSubgroups, subgroups } from '#endpoints/reports/reportGroups.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { list as reportList, reorder } from '#endpoints/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { GroupIcon } from '#ui/icons.tsx';
import type { MenuEntry } from '#ui/menuEntry.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import { SortableList } from '#ui/sortableList.tsx';
import css from './rows.module.css';

type Contents = { subgroups: ReportSubgroup[]; reports: Report[] };
type Props = {
  group: ReportGroup;
  groups: readonly ReportGroup[];
  inTurn: (save: () => Promise<unknown>, takeBack: () => void) => Promise<void>;
};

/** The most entries that are sorted by hand in one group. */
const mostReports = 100;

const loadContents = async (id: string, signal: AbortSignal): Promise<Contents> => {
  const [places, reports] = await Promise.all([
    call(subgroups, { params: { id } }, signal),
    call(reportList, { query: { group_id: id, sort: 'position', per_page: mostReports } }, signal),
  ]);
  return { subgroups: places.data, reports: reports.data };
};

function MoveButton({ name, entries }: { name: string; entries: MenuEntry[] }) {
  const { t } = useTranslation('reportGroups');
  if (entries.length === 0) return null;
  return (
    <MenuButton
      label={t('move_report', { name })}
      align="end"
      entries={entries}
      renderTarget={(props) => (
        <ActionIcon {...props} variant="subtle" aria-label={t('move_report', { name })}>
          <IconArrowRight size={16} />
        </ActionIcon>
      )}
    />
  );
}

/** Subgroups and reports of one group, each list sortable; every row can be moved to another group. */
export function GroupContents({ group, groups, inTurn }: Props) {
  const { t } = useTranslation('reportGroups');
  const { data, refetch } = useQuery({
    queryKey: [reportList.path, 'places', group.id],
    queryFn: ({ signal }) => loadContents(group.id, signal),
    staleTime: 0,
  });
  if (!data) return null;
  const save = (work: () => Promise<unknown>, said?: string) =>
    void inTurn(
      async () => {
        await work();
        await refetch();
        if (said) toast.success(said);
      },
      () => void refetch(),
    );
  const others = groups.filter(({ id }) => id !== group.id);
  const places = [
    { subgroup_id: null, name: t('order_directly'), icon: group.icon },
    ...data.subgroups.map(({ id, name, icon }) => ({ subgroup_id: id, name, icon })),
  ];
  const orderReports = (subgroup_id: string | null, reports: Report[]) =>
    save(() => call(reorder, { body: { group_id: group.id, subgroup_id, report_ids: reports.map(({ id }) => id) } }));
  const moveEntries = (report: Report): MenuEntry[] => [
    ...places
      .filter(({ subgroup_id }) => subgroup_id !== report.subgroup_id)
      .map(({ subgroup_id, name, icon }) => ({
        label: t('move_to_place', { place: name }),
        icon: <GroupIcon name={icon} />,
        run: () =>
          save(
            () => call(reorder, { body: { group_id: group.id, subgroup_id, report_ids: [report.id] } }),
            t('moved_to', { name: report.title, place: name }),
          ),
      })),
    ...others.map(({ id, name, icon }) => ({
      label: t('move_to_place', { place: name }),
      icon: <GroupIcon name={icon} />,
      run: () =>
        save(() => call(reorder, { body: { group_id: id, report_ids: [report.id] } }), t('moved_to', { name: report.title, place: name })),
    })),
  ];
  return (
    <>
      {data.subgroups.length > 0 ? (
        <>
          <h3 className={css.heading}>{t('order_subgroups', { name: group.name })}</h3>
          <SortableList
            label={t('order_subgroups', { name: group.name })}
            items={data.subgroups.map((row) => ({ ...row, label: row.name }))}
            onOrder={(rows) =>
              save(() => call(reorderSubgroups, { params: { id: group.id }, body: { subgroup_ids: rows.map(({ id }) => id) } }))
            }
            renderItem={({ id, name, icon, report_count }) => (
              <span className={css.item}>
                <GroupIcon name={icon} />
                <span className={css.name}>{name}</span>
                <span className={css.detail}>{t('reports', { count: report_count })}</span>
                <MoveButton
                  name={name}
                  entries={others.map((other) => ({
                    label: t('move_to_place', { place: other.name }),
                    icon: <GroupIcon name={other.icon} />,
                    run: () =>
                      save(
                        () => call(moveSubgroup, { params: { id: group.id, subgroup_id: id }, body: { group_id: other.id } }),
                        t('moved_to', { name, place: other.name }),
                      ),
                  }))}
                />
              </span>
            )}
          />
        </>
      ) : null}
      {places.map(({ subgroup_id, name, icon }) => {
        const here = data.reports.filter((report) => report.subgroup_id === subgroup_id);
        const title = t('order_reports', { name: subgroup_id === null ? group.name : name });
        return (
          <section key={subgroup_id ?? group.id} className={css.place}>
            <h3 className={css.heading}>
              <GroupIcon name={icon} /> {title}
            </h3>
            {here.length === 0 ? <p className={css.text}>{t('order_nothing')}</p> : null}
            <SortableList
              label={title}
              items={here.map((row) => ({ ...row, label: row.title }))}
              onOrder={(rows) => orderReports(subgroup_id, rows)}
              renderItem={(report) => (
                <span className={css.item}>
                  <span className={css.name}>{report.title}</span>
                  <MoveButton name={report.title} entries={moveEntries(report)} />
                </span>
              )}
            />
          </section>
        );
      })}
    </>
  );
}
