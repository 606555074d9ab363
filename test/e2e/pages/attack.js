// Runs in the browser, in a page of another origin than everything that it tries.

/** @type {{ name: string, url: string, tries: { path: string, body: string }[] }[]} */
const targets = await (await fetch('/targets.json')).json();

const DEADLINE_MS = 4_000;
const JSON_TYPE = 'application/json';
const SIMPLE_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** Names what a page can learn of an answer: `read` and what, `sent` without a word of the answer, or `refused`. */
async function attempt(kind, url, run) {
  const deadline = new Promise((resolve) => {
    setTimeout(() => resolve({ outcome: 'refused', detail: 'deadline' }), DEADLINE_MS + 500);
  });
  const tried = run().catch((error) => ({ outcome: 'refused', detail: String(error) }));
  return { kind, url, ...(await Promise.race([tried, deadline])) };
}

function fetched(url, init) {
  return async () => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) });
    if (response.type === 'opaque') return { outcome: 'sent' };
    return { outcome: 'read', detail: `${response.status} ${(await response.text()).slice(0, 100)}` };
  };
}

function beaconed(url, body) {
  return async () => ({
    outcome: navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' })) ? 'sent' : 'refused',
  });
}

/** A form's answer lands in a frame; what the page may see of that is tried. */
function submitted(url, body, enctype) {
  return () =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.name = `frame-${Math.random()}`;
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', action: url, enctype, target: frame.name });
      const field = document.createElement('input');
      // With text/plain the body is `name=value`: JSON can be made of it.
      Object.assign(field, { type: 'hidden', name: body.slice(0, -1), value: body.slice(-1) });
      form.append(field);
      document.body.append(frame, form);
      form.submit();
      // Until it has left, the frame is an empty page of this origin.
      setTimeout(() => {
        let text = null;
        try {
          text = frame.contentDocument?.documentElement.textContent ?? null;
        } catch {
          // Of another origin.
        }
        resolve(text ? { outcome: 'read', detail: text.slice(0, 100) } : { outcome: 'sent' });
      }, DEADLINE_MS - 1_000);
    });
}

function opened(url) {
  return () =>
    new Promise((resolve) => {
      const socket = new WebSocket(url.replace(/^http/, 'ws'));
      socket.onopen = () => resolve({ outcome: 'read', detail: 'a WebSocket is open' });
      socket.onerror = () => resolve({ outcome: 'refused' });
    });
}

function listened(url) {
  return () =>
    new Promise((resolve) => {
      const source = new EventSource(url);
      const end = (outcome) => {
        source.close();
        resolve({ outcome });
      };
      source.onopen = () => end('read');
      source.onerror = () => end('refused');
    });
}

function triesOf({ url: origin, tries }) {
  return tries.flatMap(({ path, body }) => {
    const url = origin + path;
    const authorization = { Authorization: 'Bearer x' };
    return [
      attempt('GET', url, fetched(url, {})),
      attempt('GET no-cors', url, fetched(url, { mode: 'no-cors', credentials: 'include' })),
      ...SIMPLE_TYPES.flatMap((type) => {
        const post = { method: 'POST', body, headers: { 'Content-Type': type } };
        return [
          attempt(`POST ${type}`, url, fetched(url, post)),
          attempt(`POST ${type} credentials`, url, fetched(url, { ...post, credentials: 'include' })),
          attempt(
            `POST ${type} no-cors`,
            url,
            fetched(url, { ...post, mode: 'no-cors', credentials: 'include' }),
          ),
          attempt(`form ${type}`, url, submitted(url, body, type)),
        ];
      }),
      attempt(
        'POST json',
        url,
        fetched(url, { method: 'POST', body, headers: { 'Content-Type': JSON_TYPE } }),
      ),
      attempt('POST with a key', url, fetched(url, { method: 'POST', body, headers: authorization })),
      attempt('DELETE', url, fetched(url, { method: 'DELETE' })),
      attempt('beacon', url, beaconed(url, body)),
      attempt('WebSocket', url, opened(url)),
      attempt('EventSource', url, listened(url)),
    ];
  });
}

const report = [];
// One after the other: a browser opens six connections to a server at a time.
for (const target of targets)
  for (const tried of await Promise.all(triesOf(target))) report.push({ target: target.name, ...tried });
await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
