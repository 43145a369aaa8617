import { useState } from 'react';

/** A value, and while there is none the last one that there was; nothing of what is over. */
export function useLast<T>(value: T | undefined, isOver: boolean): T | undefined {
  const [last, setLast] = useState(value);
  const shown = isOver ? undefined : (value ?? last);
  if (shown !== last) setLast(shown);
  return shown;
}
