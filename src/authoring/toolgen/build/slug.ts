/** A project's name as folders and packages have it: lower-case words with dashes, at most 64 characters. */
export function slugOf(name: string): string {
  const slug = plainLetters(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  return slug || 'project';
}

/** Latin letters without what stands on them, as names of programs need them: `Größe` → `Grosse`. */
export function plainLetters(text: string): string {
  return text.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
}
