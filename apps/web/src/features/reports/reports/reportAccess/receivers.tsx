import { AssigneeIcon } from '#ui/access/assigneeIcon.tsx';
import type { Assignee } from '#ui/access/candidateSearch.tsx';
import { assigneeKey, ReceiverSearch } from '#ui/access/candidateSearch.tsx';
import { ChosenChips } from '#ui/access/chips.tsx';

type Props = { label: string; chosen: readonly Assignee[]; onChange: (chosen: Assignee[]) => void };

/** Many people and groups, each of which is chosen once. */
export function Receivers({ label, chosen, onChange }: Props) {
  return (
    <>
      <ChosenChips
        chips={chosen.map((one) => ({ key: assigneeKey(one), name: one.name, icon: <AssigneeIcon to={one.to} /> }))}
        onRemove={(key) => onChange(chosen.filter((one) => assigneeKey(one) !== key))}
      />
      <ReceiverSearch label={label} chosen={chosen} onChoose={(one) => onChange([...chosen, one])} />
    </>
  );
}
