import type { Schema } from '../../api/client';

export type Action = Schema<'ActionList'>['items'][number];

const COLUMNS = [
  'actionId',
  'conversationId',
  'actionKey',
  'actionRef',
  'status',
  'isHeld',
  'isAwaitingApproval',
  'reason',
  'revision',
  'riskLevel',
  'question',
  'arguments',
  'argumentsHash',
  'createdAt',
  'updatedAt',
  'expiresAt',
  'attempts',
  'outcomeSummary',
] as const satisfies readonly (keyof Action)[];

/** The actions as comma-separated values (RFC 4180). */
export function asCsv(actions: readonly Action[]): string {
  const rows = actions.map((action) => COLUMNS.map((column) => cell(action[column])));
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A spreadsheet would run what begins like a formula.
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
