import { useLocation } from '@tanstack/react-router';
import { API_URL } from '../api/client.js';
import css from './design.module.css';
import { useCopied } from './use-copied.js';

export interface Question {
  method?: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** The same question for a terminal. The key stays a variable: it must not get into a history by copying. */
export function curlOf({ method = 'GET', path, body }: Question): string {
  const auth = `-H "Authorization: Bearer $TICKSCOPE_API_KEY"`;
  const data =
    body === undefined
      ? ''
      : ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  return `curl -s${method === 'POST' && body === undefined ? ' -X POST' : ''} '${API_URL}${path}' \\\n  ${auth}${data}`;
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

export function CopyAsCurl({ question }: { question: Question }) {
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

/** What one can take away from a view: its link, the question for a terminal, and its data as files. */
export function Share({
  question,
  name,
  json,
  csv,
}: {
  question: Question;
  /** Of the files, without the ending. */
  name: string;
  /** What the API answered; undefined while nothing has come. */
  json?: unknown;
  /** Null while nothing has come; left out where the view has no table. */
  csv?: (() => string) | null;
}) {
  return (
    <span className={css['buttons']}>
      <CopyLink />
      <CopyAsCurl question={question} />
      <Download
        name={name}
        type="json"
        text={json === undefined ? null : () => JSON.stringify(json, null, 2)}
      />
      {csv !== undefined && <Download name={name} type="csv" text={csv} />}
    </span>
  );
}
