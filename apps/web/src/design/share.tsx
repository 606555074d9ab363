import { API_URL } from '../api/client.js';
import { Copy } from './address.js';
import css from './design.module.css';

interface Question {
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

export function CopyAsCurl({ question }: { question: Question }) {
  return (
    <span className={css['note']}>
      curl <Copy text={curlOf(question)} what="the curl command" />
    </span>
  );
}

/** Saves what the page shows as a file. */
export function Download({ name, type, text }: { name: string; type: 'csv' | 'json'; text: () => string }) {
  return (
    <button
      type="button"
      className={css['button']}
      onClick={() => {
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
