import css from './design.module.css';

/** Steps through the rows of a table; nothing where all of them fit. */
export function Pager({
  first,
  size,
  total,
  onFirst,
  names = ['Earlier', 'Later'],
}: {
  /** Index of the first row shown. */
  first: number;
  /** Rows a page. */
  size: number;
  total: number;
  onFirst: (first: number) => void;
  names?: readonly [back: string, forth: string];
}) {
  if (total <= size) return null;
  const last = Math.min(first + size, total);
  return (
    <nav className={css['pager']} aria-label="Rows">
      <button
        type="button"
        className={css['button']}
        disabled={first === 0}
        onClick={() => onFirst(Math.max(0, first - size))}
      >
        {names[0]}
      </button>
      <span>
        {(first + 1).toLocaleString('en')} to {last.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      <button
        type="button"
        className={css['button']}
        disabled={last >= total}
        onClick={() => onFirst(first + size)}
      >
        {names[1]}
      </button>
    </nav>
  );
}
