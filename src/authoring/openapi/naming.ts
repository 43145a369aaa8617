/** Words of a title that say nothing about whose API it is. */
const NOISE =
  /^(?:the|api|apis|rest|restful|http|openapi|swagger|spec|specification|service|documentation|docs|v?\d+)$/;

/** Lower case with `_` between the words. */
export function snake(text: string): string {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[^A-Za-z\d]+/g, '_');
  return words.replace(/^_+|_+$/g, '').toLowerCase();
}

/** What the names of an API's tools begin with: its title without the words that every API has. */
export function prefixOf(title: string): string {
  const words = snake(title).split('_');
  const telling = words.filter((word) => !NOISE.test(word));
  return (telling.length > 0 ? telling : words).join('_') || 'api';
}

/** An argument's name that a placeholder can hold: as it is, where that works. */
export function argumentName(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name)) return name;
  const plain = snake(name);
  return /^[a-z]/.test(plain) ? plain : `p_${plain}`;
}
