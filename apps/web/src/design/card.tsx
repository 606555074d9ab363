import { type ReactNode, useId } from 'react';
import css from './design.module.css';

/** A part of a page with a heading. `aside` stands at the right of the heading. */
export function Card({
  title,
  note,
  aside,
  children,
}: {
  title?: string | undefined;
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css['card']} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={css['cardHead']}>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <span className={css['note']}>{note}</span>}
          {aside !== undefined && <div className={css['buttons']}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** A value that is undefined has not come yet: its place is kept. `isApart`: with room above. */
export function Facts({
  facts,
  isApart = false,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  isApart?: boolean;
}) {
  return (
    <dl className={css['facts']} style={isApart ? { marginTop: 14 } : undefined}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <span className={css['pending']} aria-hidden="true" /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
