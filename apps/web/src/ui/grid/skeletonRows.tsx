import css from './dataGrid.module.css';

/** Grey bars with the geometry of the rows to come; they fade in after 150 ms, so that a quick answer shows none. */
export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className={css.row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} data-title={column === 0 || undefined}>
          <span className={css.bone} style={{ width: `${[62, 48, 74, 40, 56][(row + column) % 5]}%` }} />
        </td>
      ))}
    </tr>
  ));
}
