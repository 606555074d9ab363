import { useState } from 'react';
import { linkBroughtNoKey } from './api/link-code.js';
import { useKey } from './api/session.js';
import design from './design/design.module.css';
import css from './shell.module.css';

/** Says that the page goes on without the key that its link was to bring. */
export function LinkNotice() {
  const [isRead, setRead] = useState(!linkBroughtNoKey());
  const key = useKey();
  return (
    <div role="status">
      {!isRead && key === null && (
        <p className={css['notice']}>
          The link brought no key: its code works once, within a minute. <code>tickscope link</code> prints a
          new one.{' '}
          <button type="button" className={design['button']} onClick={() => setRead(true)}>
            Go on without
          </button>
        </p>
      )}
    </div>
  );
}
