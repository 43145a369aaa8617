/**
 * The path of an address as a log may have it: without its query, without the token of a link, which lets whoever has it
 * answer a question, and without the name of a person.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/\/(consent|subjects)\/[^/]+/, '/$1/…');
}
