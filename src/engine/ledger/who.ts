/** Who did something: `USER`, or a kind with the name that was proved. */
export interface Who {
  readonly kind: string;
  readonly id: string | null;
}

/** A principal as `nameOf` has written it. */
export function whoIs(name: string | null): Who | null {
  if (name === null) return null;
  const [kind = '', ...id] = name.split(':');
  return { kind, id: id.length === 0 ? null : id.join(':') };
}
