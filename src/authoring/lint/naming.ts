/** How the words of a name are kept apart. */
type Convention = 'snake_case' | 'kebab-case' | 'camelCase';

/** The conventions that a name shows: none for a single word, several for a mixture. */
export function conventionsOf(name: string): Convention[] {
  const found: Convention[] = [];
  if (name.includes('_')) found.push('snake_case');
  if (name.includes('-')) found.push('kebab-case');
  if (/\p{Uppercase}/u.test(name)) found.push('camelCase');
  return found;
}

/** `myTool`, `my-tool` and `MyHTTPTool` in snake_case. */
export function toSnakeCase(name: string): string {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
