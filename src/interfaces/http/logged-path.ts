/**
 * The path of an address as a log may have it: without its query, without the token of a link, which lets whoever has it
 * answer a question, and without the name of a person.
 */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  // The router reads escapes, too: /%63onsent/TOKEN is the same address.
  const read = unescaped(path);
  return SECRET_PART.test(read) ? read.replace(SECRET_PART, '/$1/…') : path;
}

const SECRET_PART = /\/(consent|subjects)\/+[^/]+/;

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
