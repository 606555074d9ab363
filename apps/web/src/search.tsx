import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { findTarget, type Target } from './find-target.js';
import css from './shell.module.css';

/** One field for everything that one may have in the clipboard. */
export function Search({ isLarge = false }: { isLarge?: boolean }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const go = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('target') as HTMLInputElement;
    const target = findTarget(input.value);
    if (target.kind === 'unknown') {
      setProblem(target.reason);
      return;
    }
    setProblem(null);
    input.value = '';
    void navigate(linkOf(target));
  };
  return (
    <search
      className={`${css['search']} ${isLarge ? css['large'] : ''}`}
      aria-label={isLarge ? 'Look up a trade' : 'Look up'}
    >
      <form onSubmit={go}>
        <input
          name="target"
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="Signature, wallet, pool, slot or explorer link"
          aria-label="Signature, wallet, pool, slot or explorer link"
          aria-describedby={problem === null ? undefined : id}
          aria-invalid={problem !== null}
          onChange={() => setProblem(null)}
        />
        {problem !== null && (
          <p id={id} className={css['problem']} role="alert">
            {problem}
          </p>
        )}
      </form>
    </search>
  );
}

function linkOf(target: Exclude<Target, { kind: 'unknown' }>) {
  switch (target.kind) {
    case 'signature':
      return { to: '/tx/$signature', params: { signature: target.value } } as const;
    case 'sandwich':
      return { to: '/sandwich/$id', params: { id: target.value } } as const;
    case 'slot':
      return { to: '/slot/$slot', params: { slot: target.value } } as const;
    case 'address':
      return { to: '/address/$address', params: { address: target.value } } as const;
  }
}
