import type { RecordMonth } from '../../platform/audit/index.js';
import { counted } from '../../platform/common/counted.js';

/** The partitions of turn records in a few words, such as `5 partitions of turn records, 1.2 GB: months from 2026-01 to 2026-04`. */
export function describeMonths(months: readonly RecordMonth[]): string {
  const gigabytes = months.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9;
  const [first, last] = [months.at(0)?.toMs, months.at(-1)?.fromMs].map((ms) => ms ?? null);
  const size = `${counted(months.length, 'partition')} of turn records, ${gigabytes.toFixed(1)} GB`;
  if (first === null || last === null || first === undefined || last === undefined) return size;
  return first === last
    ? `${size}: before and from ${monthOf(first)}`
    : `${size}: months from ${monthOf(first)} to ${monthOf(last - 1)}`;
}

function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}
