import { TextInput } from '@mantine/core';
import styles from './day-field.module.css';

interface DayFieldProps {
  readonly label: string;
  /** As 2026-01-31; empty for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day to choose, with its label before it. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      className={styles.field}
      label={label}
      max="9999-12-31"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
