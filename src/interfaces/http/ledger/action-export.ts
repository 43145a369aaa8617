import type { ActionItem } from '../../../engine/ledger/index.js';

/** How an export is written. */
export const EXPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const COLUMNS = [
  'actionId',
  'conversationId',
  'actionKey',
  'actionRef',
  'toolCode',
  'intent',
  'state',
  'status',
  'reason',
  'isHeld',
  'isAwaitingApproval',
  'revision',
  'riskLevel',
  'question',
  'arguments',
  'argumentsHash',
  'createdAt',
  'updatedAt',
  'expiresAt',
  'expiresAfterTurn',
  'attempts',
  'outcomeSummary',
  'confirmedBy',
] as const satisfies readonly (keyof ActionItem)[];

/** The text of an export, a page at a time. */
export async function* exportText(
  pages: AsyncIterable<readonly ActionItem[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') {
    // With the first page, so that what cannot be read is known before anything is written.
    let head = csvLine(COLUMNS);
    for await (const items of pages) {
      yield head + items.map((item) => csvLine(COLUMNS.map((name) => item[name]))).join('');
      head = '';
    }
    return;
  }
  let separator = '[';
  for await (const items of pages) {
    if (items.length === 0) continue;
    yield `${separator}\n${items.map((item) => JSON.stringify(item)).join(',\n')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}

/** RFC 4180. */
function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => csvCell(value)).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string' && typeof value !== 'object') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Spreadsheets run what begins like a formula, and users bring these texts.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
