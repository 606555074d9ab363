import design from '../../design/design.module.css';
import css from '../page.module.css';

/** How far a job is. */
export function JobProgress({
  what,
  progress,
}: {
  what: string;
  progress: { state: string; percent: number };
}) {
  return (
    <div className={design['stack']} role="status" style={{ gap: 8, minHeight: 120, alignContent: 'center' }}>
      <label>
        {progress.state === 'queued' ? `${what} waits for its turn…` : `${what}: ${progress.percent} %`}
        <progress className={css['progress']} max={100} value={progress.percent} />
      </label>
    </div>
  );
}
