import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

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
  const told = useRef(value);
  // What was not told from here has come into the address by a link, or on the way back.
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  const words = text.trim();
  useEffect(() => {
    if (words === value) return;
    const timer = window.setTimeout(() => {
      told.current = words;
      onChange(words);
    }, PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [words, value, onChange]);
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
