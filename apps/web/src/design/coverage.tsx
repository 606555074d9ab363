import { type AnyCoverage, coverageTexts } from '../sentences/coverage.js';
import type { Progress } from '../sentences/unknown.js';
import css from './design.module.css';

/**
 * Says which slots an answer could not look at; nothing where it saw all. Gaps are a warning. That detection is a few slots behind
 * is the rule, and only a note.
 *
 * @param progress for an answer that lists slots: how far storing and detection were when it was asked for
 */
export function CoverageBanner({
  coverage,
  progress = null,
}: {
  coverage: AnyCoverage | null | undefined;
  progress?: Progress | null;
}) {
  if (coverage === null || coverage === undefined) return null;
  const { holes, behind } = coverageTexts(coverage, progress);
  if (holes === null)
    return behind === null ? null : (
      <p className={`${css['banner']} ${css['quiet']}`} role="status">
        {behind}.
      </p>
    );
  return (
    <p className={css['banner']} role="status">
      <strong>Not everything was seen.</strong> {holes}. What happened there is not in this answer.
      {behind !== null && ` ${behind}.`}
    </p>
  );
}
