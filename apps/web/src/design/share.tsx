import { useLocation } from '@tanstack/react-router';
import { API_URL } from '../api/client.js';
import { storedKey } from '../api/session.js';
import css from './design.module.css';
import { useCopied } from './use-copied.js';

/** A question with a body is posted. */
export interface Question {
  path: string;
  body?: object;
}

/** The same question for a terminal. The key stays a variable: it must not get into a history by copying. A visitor has none. */
export function curlOf({ path, body }: Question): string {
  const auth = storedKey() === null ? '' : ` \\\n  -H "Authorization: Bearer $TICKSCOPE_API_KEY"`;
  const data =
    body === undefined
      ? ''
      : ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  return `curl -s '${API_URL}${path}'${auth}${data}`;
}

/** The path of a question with its parameters; those that are not given are left out. */
export function pathWith(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** A button that copies `text`, and says so. */
function CopyButton({ name, what, text }: { name: string; what: string; text: string }) {
  const { isCopied, copy } = useCopied(text);
  return (
    <button
      type="button"
      className={css['button']}
      aria-label={isCopied ? `${what} copied` : `Copy ${what}`}
      title={isCopied ? 'Copied' : `Copy ${what}`}
      onClick={copy}
    >
      {isCopied ? '✓' : name}
    </button>
  );
}

function CopyAsCurl({ question }: { question: Question }) {
  return <CopyButton name="curl" what="curl command" text={curlOf(question)} />;
}

/** Copies the address that shows this view again. */
function CopyLink() {
  const { href } = useLocation();
  return <CopyButton name="Link" what="link to this view" text={`${location.origin}${href}`} />;
}

/** Saves what the page shows as a file. */
export function Download({
  name,
  type,
  text,
}: {
  name: string;
  type: 'csv' | 'json';
  /** Null while nothing has come. */
  text: (() => string) | null;
}) {
  return (
    <button
      type="button"
      className={css['button']}
      disabled={text === null}
      title={`Save as ${type.toUpperCase()}`}
      onClick={() => {
        if (text === null) return;
        const url = URL.createObjectURL(
          new Blob([text()], { type: type === 'csv' ? 'text/csv' : 'application/json' }),
        );
        const link = document.createElement('a');
        link.href = url;
        link.download = `${name}.${type}`;
        link.click();
        URL.revokeObjectURL(url);
      }}
    >
      {type.toUpperCase()}
    </button>
  );
}

/** Ways to take a view along: its link, the question for a terminal, and its data as files. */
export function Share<Data>({
  question,
  name,
  of,
  csv,
}: {
  question: Question;
  /** Name of the files, without the ending. */
  name: string;
  /** Answer of the API; undefined while nothing has come. */
  of: Data | undefined;
  /** The answer as a table; null where this one is none, left out where the view has none. */
  csv?: ((data: Data) => string) | null;
}) {
  return (
    <span className={css['buttons']}>
      <CopyLink />
      <CopyAsCurl question={question} />
      <Download name={name} type="json" text={of === undefined ? null : () => JSON.stringify(of, null, 2)} />
      {csv !== undefined && (
        <Download name={name} type="csv" text={of === undefined || csv === null ? null : () => csv(of)} />
      )}
    </span>
  );
}
