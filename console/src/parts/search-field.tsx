import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

const PAUSE_MS = 350;
/** The API looks for no longer words. */
const MOST_CHARACTERS = 200;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** For a single word. */
  readonly isShort?: boolean;
  readonly onChange: (text: string) => void;
}

/** What is looked for; told once the reader pauses. */
export function SearchField({ label, value, isShort = false, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return;
    const timer = window.setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextInput
      type="search"
      w={isShort ? '9rem' : 'min(20rem, 80vw)'}
      aria-label={label}
      placeholder={label}
      maxLength={MOST_CHARACTERS}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
