import { useSyncExternalStore } from 'react';
import { absolute, ago } from '../format/time.js';

const EVERY_MS = 5_000;
let now = new Date();

function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    now = new Date();
    listener();
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** A time, relative; absolute on hover. `at`: Unix seconds, or a text with a date. */
export function Time({ at }: { at: number | string | null }) {
  useSyncExternalStore(subscribe, () => now);
  if (at === null) return <span>at a time not known</span>;
  const date = new Date(typeof at === 'number' ? at * 1_000 : at);
  return (
    <time dateTime={date.toISOString()} title={absolute(date)}>
      {ago(date, new Date())}
    </time>
  );
}

/** When an answer was made: the time itself, and how long ago that is by now. */
export function AsOf({ at }: { at: string }) {
  return (
    <>
      {absolute(new Date(at))}, <Time at={at} />
    </>
  );
}
