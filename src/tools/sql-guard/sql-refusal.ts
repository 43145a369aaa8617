/** Why SQL is not run, in words for the person who wrote it. */
export class SqlRefusal extends Error {
  override readonly name = 'SqlRefusal';
}
