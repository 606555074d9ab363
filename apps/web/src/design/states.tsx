import { Link } from '@tanstack/react-router';
import { TickscopeError } from '@tickscope/sdk';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { retryAfterMs } from '../api/client.js';
import { storedKey } from '../api/session.js';
import { Card } from './card.js';
import css from './design.module.css';

/** A grey shape of the size of what will stand there. */
export function Skeleton({ height, width = '100%' }: { height: number; width?: string }) {
  return <div className={css['skeleton']} style={{ height, width }} aria-hidden="true" />;
}

/** Skeletons of the lines of a table or list. */
export function SkeletonLines({ count, what }: { count: number; what: string }) {
  return (
    <div className={css['stack']} style={{ gap: 10 }} role="status" aria-label={`Loading ${what}`}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
        <Skeleton key={at} height={24} />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css['state']}>
      <h2>{title}</h2>
      {children !== undefined && <div className={css['note']}>{children}</div>}
    </div>
  );
}

/**
 * An error: its cause, the way out, and the id under which the server's log has it.
 *
 * @param isQuestion false for a change, which the page does not ask for again by itself
 */
export function ErrorState({
  error,
  retry,
  isQuestion = true,
}: {
  error: unknown;
  retry?: () => void;
  isQuestion?: boolean;
}) {
  if (isQuestion && error instanceof TickscopeError && error.status === 429)
    return <RateLimited error={error} />;
  const { title, text, requestId } = explain(error);
  const isRepeated = isQuestion && retryAfterMs(error) !== false;
  return (
    <div className={css['state']} role="alert">
      <h2>{title}</h2>
      <p className={css['note']}>{text}</p>
      {requestId !== null && (
        <p className={css['note']}>
          Request <code className={css['mono']}>{requestId}</code>
        </p>
      )}
      {isRepeated ? (
        <p className={css['note']}>The page asks again by itself.</p>
      ) : (
        retry !== undefined &&
        !isKeyProblem(error) &&
        !isWrongQuestion(error) && (
          <button type="button" className={css['button']} onClick={retry}>
            Try again
          </button>
        )
      )}
      {isKeyProblem(error) && <Link to="/settings">Enter a key</Link>}
    </div>
  );
}

/** An answer, once it is there; in its place until then `waiting`, or the error that keeps it away. */
export function Awaited<Data>({
  of: { data, error, refetch },
  waiting,
  children,
}: {
  of: { data: Data | undefined; error: unknown; refetch: () => unknown };
  waiting: ReactNode;
  /** Left out where nothing of the answer is shown. */
  children?: (data: Data) => ReactNode;
}) {
  if (data !== undefined && children !== undefined) return children(data);
  return error === null ? waiting : <ErrorState error={error} retry={() => void refetch()} />;
}

/** An answer that has cards of its own; in their place until then one card. */
export function AwaitedCards<Data>({
  title,
  ...awaited
}: { title?: string } & ComponentProps<typeof Awaited<Data>>) {
  const answer = <Awaited {...awaited} />;
  return awaited.of.data === undefined ? <Card title={title}>{answer}</Card> : answer;
}

function isKeyProblem(error: unknown): boolean {
  return error instanceof TickscopeError && (error.status === 401 || error.status === 403);
}

/** Asked again, it would be refused again. */
function isWrongQuestion(error: unknown): boolean {
  return error instanceof TickscopeError && error.status === 400;
}

function explain(error: unknown): { title: string; text: string; requestId: string | null } {
  if (!(error instanceof TickscopeError))
    return { title: 'Something went wrong on this page.', text: String(error), requestId: null };
  const details = [error.details].flat().join(' ');
  const { requestId } = error;
  if (error.status === 401) return { ...keyAdvice(storedKey() !== null), requestId };
  if (error.status === 400)
    return {
      title: 'The address of this page names nothing that can be looked up.',
      text: `${details}. The field at the top takes signatures, addresses, slots and explorer links.`,
      requestId,
    };
  if (error.status === 404) return { title: `${error.error}.`, text: details, requestId };
  if (error.code === 'no_answer' || error.code === 'timeout')
    return { title: 'The API does not answer.', text: 'It may be starting again.', requestId };
  return { title: `${error.error}.`, text: details, requestId };
}

/** Advice about a refusal; a page without a key asks as a visitor, which a server may allow. */
function keyAdvice(isKeySet: boolean): { title: string; text: string } {
  return isKeySet
    ? {
        title: 'The key is refused.',
        text: 'It is unknown, revoked or expired. Enter another one, or forget it to ask as a visitor.',
      }
    : {
        title: 'This needs a key.',
        text: 'Visitors may not ask this here. Enter a key, or open the address that npm start printed, which has one.',
      };
}

/** Too many questions in this minute: counts down to when it goes on. */
function RateLimited({ error }: { error: TickscopeError }) {
  const [seconds, setSeconds] = useState(error.retryAfterSeconds ?? 0);
  useEffect(() => {
    const until = Date.now() + (error.retryAfterSeconds ?? 0) * 1_000;
    const show = (): void => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    show();
    const timer = setInterval(show, 500);
    return () => clearInterval(timer);
  }, [error]);
  return (
    <div className={css['state']} role="status">
      <h2>One moment: the limit of this minute is reached.</h2>
      <p className={css['note']}>{[error.details].flat().join(' ')}</p>
      <p className={css['note']} aria-live="off">
        {seconds > 0 ? (
          <>
            It goes on by itself in <strong>{seconds} s</strong>.
          </>
        ) : (
          'It goes on now…'
        )}
      </p>
    </div>
  );
}
